/** https://docs.python.org/3/reference/datamodel.html#emulating-numeric-types */
const binary: Readonly<Record<string, string>> = {
  '+': '__add__',
  '-': '__sub__',
  '*': '__mul__',
  '@': '__matmul__',
  '/': '__truediv__',
  '//': '__floordiv__',
  '%': '__mod__',
  '**': '__pow__',
  '<<': '__lshift__',
  '>>': '__rshift__',
  '&': '__and__',
  '^': '__xor__',
  '|': '__or__',
}

const unary: Readonly<Record<string, string>> = { '-': '__neg__', '+': '__pos__', '~': '__invert__' }

const comparison: Readonly<Record<string, string>> = {
  '<': '__lt__',
  '<=': '__le__',
  '==': '__eq__',
  '!=': '__ne__',
  '>=': '__ge__',
  '>': '__gt__',
}

export function binaryMethod(operator: string): string | undefined {
  return binary[operator]
}

export function unaryMethod(operator: string): string | undefined {
  return unary[operator]
}

/** Method of a comparison, and whether it is the right operand's. */
export function comparisonMethod(operator: string): [method: string | undefined, swapped: boolean] {
  return operator === 'in' || operator.startsWith('not') ? ['__contains__', true] : [comparison[operator], false]
}

/** Method that `+=` tries first. */
export function inPlaceMethod(operator: string): string | undefined {
  return binary[operator.slice(0, -1)]?.replace('__', '__i')
}
