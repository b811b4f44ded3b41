import { evaluateCall } from './calls.ts'
import { childrenOf, childrenWith, childWith, type FileWalk, isAsync, lineAt, textAt } from './file-walk.ts'
import { containerSort, functionFlag, op } from './flow-facts.ts'
import { deferLambda } from './functions.ts'
import { applyNarrowings, narrowings } from './narrowing.ts'
import { binaryMethod, comparisonMethod, unaryMethod } from './operators.ts'
import { assignTarget } from './targets.ts'
import { assignName, joined, readName, refineName, walkBranch } from './variables.ts'

/** Longer literals are tables of data: what they call counts, what stands where in them does not. */
const mostElements = 5_000

/** Emits the constraints of an expression and returns the register of its value, -1 where none can matter (`None`). */
export function evaluate(walk: FileWalk, node: number): number {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  switch (tree.kind[node]) {
    case kind.identifier:
      return readName(walk, textAt(walk, node))
    case kind.attribute: {
      const object = evaluate(walk, childWith(walk, node, field.object))
      const name = childWith(walk, node, field.attribute)
      return walk.fresh(op.attribute, object, walk.name(textAt(walk, name)), lineAt(walk, name))
    }
    case kind.call:
      return evaluateCall(walk, node)
    case kind.string:
    case kind.concatenated_string:
      return evaluateString(walk, node)
    case kind.integer:
      return walk.integer(Number(textAt(walk, node)))
    case kind.float:
    case kind.true:
    case kind.false:
      return walk.builtin()
    case kind.none:
      return -1
    case kind.list:
      return sequence(walk, node, containerSort.list)
    case kind.tuple:
    case kind.expression_list:
      return sequence(walk, node, containerSort.tuple)
    case kind.set:
      return sequence(walk, node, containerSort.set)
    case kind.dictionary:
      return dictionary(walk, node)
    case kind.subscript:
      return evaluateSubscript(walk, node)
    case kind.lambda:
      return deferLambda(walk, node)
    case kind.list_comprehension:
      return comprehension(walk, node, containerSort.list)
    case kind.set_comprehension:
      return comprehension(walk, node, containerSort.set)
    case kind.generator_expression:
      return comprehension(walk, node, containerSort.list)
    case kind.dictionary_comprehension:
      return comprehension(walk, node, containerSort.dict)
    case kind.conditional_expression:
      return conditional(walk, node)
    case kind.boolean_operator:
      return booleanOperator(walk, node)
    case kind.not_operator:
      evaluate(walk, childWith(walk, node, field.argument))
      return walk.builtin()
    case kind.unary_operator: {
      const operand = evaluate(walk, childWith(walk, node, field.argument))
      return protocol(walk, node, operand, unaryMethod(textAt(walk, childWith(walk, node, field.operator))), -1)
    }
    case kind.binary_operator:
      return binaryOperators(walk, node)
    case kind.comparison_operator:
      return comparison(walk, node)
    case kind.named_expression: {
      const value = evaluate(walk, childWith(walk, node, field.value))
      assignName(walk, textAt(walk, childWith(walk, node, field.name)), value)
      return value
    }
    case kind.yield:
      return evaluateYield(walk, node)
    case kind.interpolation: {
      const value = childrenOf(walk, node)[0]
      return value === undefined ? -1 : evaluate(walk, value)
    }
    case kind.await:
    case kind.parenthesized_expression: {
      const inner = childrenOf(walk, node)[0]
      return inner === undefined ? -1 : evaluate(walk, inner)
    }
    default:
      for (const child of childrenOf(walk, node)) evaluate(walk, child)
      return -1
  }
}

function protocol(walk: FileWalk, node: number, object: number, method: string | undefined, argument: number): number {
  if (method === undefined || object < 0) return walk.builtin()
  return walk.fresh(op.protocol, object, walk.name(method), argument, lineAt(walk, node))
}

/** `a + b + …` hangs to the left; a loop, because generated code has thousands of operands, more than the stack holds. */
function binaryOperators(walk: FileWalk, node: number): number {
  const { kind, field } = walk.kinds
  const operators: number[] = []
  let operand = node
  while (walk.file.tree.kind[operand] === kind.binary_operator) {
    operators.push(operand)
    operand = childWith(walk, operand, field.left)
  }
  let value = evaluate(walk, operand)
  for (const operator of operators.reverse()) {
    const right = evaluate(walk, childWith(walk, operator, field.right))
    value = protocol(
      walk,
      operator,
      value,
      binaryMethod(textAt(walk, childWith(walk, operator, field.operator))),
      right,
    )
  }
  return value
}

function comparison(walk: FileWalk, node: number): number {
  const { field, named } = walk.kinds
  const { tree } = walk.file
  let left = -1
  let first = true
  let operator = ''
  const end = tree.after[node] ?? 0
  for (let child = node + 1; child < end; child = tree.after[child] ?? end) {
    if (tree.field[child] === field.operators) operator = `${operator} ${textAt(walk, child)}`.trim()
    else if (named[tree.kind[child] ?? 0]) {
      const right = evaluate(walk, child)
      if (!first) {
        const [method, swapped] = comparisonMethod(operator)
        if (method !== undefined) protocol(walk, node, swapped ? right : left, method, swapped ? left : right)
      }
      left = right
      first = false
      operator = ''
    }
  }
  return walk.builtin()
}

function booleanOperator(walk: FileWalk, node: number): number {
  const { field } = walk.kinds
  const left = childWith(walk, node, field.left)
  const right = childWith(walk, node, field.right)
  const isAnd = textAt(walk, childWith(walk, node, field.operator)) === 'and'
  const first = evaluate(walk, left)
  let second = -1
  const held = narrowings(walk, left, isAnd)
  const branch = walkBranch(walk, () => {
    applyNarrowings(walk, held)
    second = evaluate(walk, right)
    return true
  })
  const narrowed = new Set(held.map(([name]) => name))
  for (const [name, version] of branch ?? []) if (!narrowed.has(name)) refineName(walk, name, version)
  return joined(walk, [first, second])
}

function conditional(walk: FileWalk, node: number): number {
  const [yes, condition, no] = childrenOf(walk, node)
  if (yes === undefined || condition === undefined || no === undefined) return -1
  evaluate(walk, condition)
  const values: number[] = []
  for (const [branch, holds] of [
    [yes, true],
    [no, false],
  ] as const)
    walkBranch(walk, () => {
      applyNarrowings(walk, narrowings(walk, condition, holds))
      values.push(evaluate(walk, branch))
      return true
    })
  return joined(walk, values)
}

/** Text of a plain string literal without escapes, or undefined. */
export function constantText(walk: FileWalk, node: number): string | undefined {
  const { tree } = walk.file
  const { kind } = walk.kinds
  if (tree.kind[node] === kind.concatenated_string) {
    const parts = childrenOf(walk, node).map((part) => constantText(walk, part))
    return parts.includes(undefined) ? undefined : parts.join('')
  }
  if (tree.kind[node] !== kind.string) return undefined
  let text = ''
  const end = tree.after[node] ?? 0
  for (let child = node + 1; child < end; child = tree.after[child] ?? end) {
    if (tree.kind[child] === kind.interpolation) return undefined
    if (tree.kind[child] === kind.string_content) {
      if ((tree.after[child] ?? 0) > child + 1) return undefined
      text += textAt(walk, child)
    }
  }
  return text
}

function evaluateString(walk: FileWalk, node: number): number {
  const { tree } = walk.file
  const { kind } = walk.kinds
  const text = constantText(walk, node)
  if (text !== undefined) return walk.text(text)
  const end = tree.after[node] ?? 0
  for (let inner = node + 1; inner < end; inner++)
    if (tree.kind[inner] === kind.interpolation) {
      const value = evaluate(walk, inner)
      if (value >= 0) protocol(walk, inner, value, '__format__', -1)
      inner = (tree.after[inner] ?? end) - 1
    }
  return walk.builtin()
}

function sequence(walk: FileWalk, node: number, sort: number): number {
  const { tree } = walk.file
  const { kind } = walk.kinds
  const elements = childrenOf(walk, node).map((child) => {
    if (tree.kind[child] !== kind.list_splat) return evaluate(walk, child)
    const inner = childrenOf(walk, child)[0]
    const value = inner === undefined ? -1 : evaluate(walk, inner)
    return value < 0 ? -1 : -2 - value
  })
  const kept = elements.slice(0, mostElements)
  return walk.fresh(op.sequence, sort, kept.length, ...kept)
}

function dictionary(walk: FileWalk, node: number): number {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  const entries: number[] = []
  for (const child of childrenOf(walk, node)) {
    if (tree.kind[child] === kind.pair) {
      const key = evaluate(walk, childWith(walk, child, field.key))
      entries.push(key, evaluate(walk, childWith(walk, child, field.value)))
    } else if (tree.kind[child] === kind.dictionary_splat) {
      const inner = childrenOf(walk, child)[0]
      if (inner !== undefined) entries.push(-2, evaluate(walk, inner))
    }
  }
  const kept = entries.slice(0, 2 * mostElements)
  return walk.fresh(op.dictionary, kept.length / 2, ...kept)
}

function evaluateSubscript(walk: FileWalk, node: number): number {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  const object = evaluate(walk, childWith(walk, node, field.value))
  const subscripts = childrenWith(walk, node, field.subscript)
  const [first] = subscripts
  if (first === undefined) return -1
  if (subscripts.length === 1 && tree.kind[first] === kind.slice) {
    const [from, to] = sliceBounds(walk, first)
    return walk.fresh(op.slice, object, from, to)
  }
  const keys = subscripts.map((subscript) => evaluate(walk, subscript))
  const key = keys.length === 1 ? (keys[0] ?? -1) : walk.fresh(op.sequence, containerSort.tuple, keys.length, ...keys)
  return walk.fresh(op.item, object, key, lineAt(walk, node))
}

/** Constant bounds of `[a:b]`, -1 where there is none. */
function sliceBounds(walk: FileWalk, node: number): [number, number] {
  const { tree } = walk.file
  const { kind, named } = walk.kinds
  const bounds = [-1, -1, -1]
  let position = 0
  const end = tree.after[node] ?? 0
  for (let child = node + 1; child < end; child = tree.after[child] ?? end) {
    if (!named[tree.kind[child] ?? 0]) position++
    else {
      evaluate(walk, child)
      bounds[position] = tree.kind[child] === kind.integer ? Number(textAt(walk, child)) : -2
    }
  }
  const [from = -1, to = -1, step = -1] = bounds
  return step !== -1 || from === -2 || to === -2 ? [-2, -2] : [from, to]
}

function comprehension(walk: FileWalk, node: number, sort: number): number {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  let result = -1
  const parts = childrenOf(walk, node)
  const names = comprehensionNames(walk, parts)
  const before = new Map([...names].map((name) => [name, walk.scope.current.get(name)]))
  const bound = walk.scope.bound as Set<string>
  const hidden = [...names].filter((name) => !bound.has(name))
  for (const name of hidden) bound.add(name)
  for (const part of parts) {
    if (tree.kind[part] === kind.for_in_clause) {
      const iterable = evaluate(walk, childWith(walk, part, field.right))
      const element = walk.fresh(op.iterate, iterable, lineAt(walk, part), isAsync(walk, part))
      assignTarget(walk, childWith(walk, part, field.left), element, true)
    } else if (tree.kind[part] === kind.if_clause) {
      const condition = childrenOf(walk, part)[0]
      if (condition === undefined) continue
      evaluate(walk, condition)
      applyNarrowings(walk, narrowings(walk, condition, true))
    }
  }
  const body = childWith(walk, node, field.body)
  if (sort === containerSort.dict && tree.kind[body] === kind.pair) {
    evaluate(walk, childWith(walk, body, field.key))
    const value = evaluate(walk, childWith(walk, body, field.value))
    result = walk.fresh(op.dictionary, 1, -1, value)
  } else {
    const element = walk.fresh(op.sequence, sort, 1, body < 0 ? -1 : evaluate(walk, body))
    // As a splat of a one-element list: the element can stand at any index.
    result = walk.fresh(op.sequence, sort, 1, -2 - element)
  }
  for (const [name, version] of before) {
    if (version === undefined) walk.scope.current.delete(name)
    else walk.scope.current.set(name, version)
  }
  for (const name of hidden) bound.delete(name)
  return result
}

function comprehensionNames(walk: FileWalk, parts: readonly number[]): Set<string> {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  const names = new Set<string>()
  for (const part of parts) {
    if (tree.kind[part] !== kind.for_in_clause) continue
    const target = childWith(walk, part, field.left)
    const end = tree.after[target] ?? 0
    for (let node = target; node < end; node++) if (tree.kind[node] === kind.identifier) names.add(textAt(walk, node))
  }
  return names
}

function evaluateYield(walk: FileWalk, node: number): number {
  const { tree } = walk.file
  const [value] = childrenOf(walk, node)
  const owner = walk.functions[walk.scope.owner]
  if (owner !== undefined) (owner as { flags: number }).flags |= functionFlag.generator
  if (value === undefined) return -1
  const register = evaluate(walk, value)
  const isFrom = !walk.kinds.named[tree.kind[node + 2] ?? 0] && textAt(walk, node + 2) === 'from'
  const yielded = isFrom ? walk.fresh(op.iterate, register, lineAt(walk, node), 0) : register
  if (owner !== undefined && yielded >= 0) (owner.yields as number[]).push(yielded)
  return -1
}
