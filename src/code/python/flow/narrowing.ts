import { evaluate } from './expressions.ts'
import { childrenOf, childWith, type FileWalk, textAt } from './file-walk.ts'
import { op } from './flow-facts.ts'
import { readName, refineName } from './variables.ts'

/** What a condition shows of a name's class when it is `holds`: pairs of name and register of the class. */
export type Narrowing = readonly [name: string, type: number]

export function narrowings(walk: FileWalk, condition: number, holds: boolean): Narrowing[] {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  switch (tree.kind[condition]) {
    case kind.parenthesized_expression: {
      const inner = childrenOf(walk, condition)[0]
      return inner === undefined ? [] : narrowings(walk, inner, holds)
    }
    case kind.not_operator:
      return narrowings(walk, childWith(walk, condition, field.argument), !holds)
    case kind.boolean_operator: {
      const isAnd = textAt(walk, childWith(walk, condition, field.operator)) === 'and'
      if (isAnd !== holds) return []
      return [
        ...narrowings(walk, childWith(walk, condition, field.left), holds),
        ...narrowings(walk, childWith(walk, condition, field.right), holds),
      ]
    }
    case kind.call:
      return holds ? isinstanceOf(walk, condition) : []
    default:
      return []
  }
}

function isinstanceOf(walk: FileWalk, call: number): Narrowing[] {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  if (textAt(walk, childWith(walk, call, field.function)) !== 'isinstance') return []
  const [subject, type] = childrenOf(walk, childWith(walk, call, field.arguments))
  if (subject === undefined || type === undefined || tree.kind[subject] !== kind.identifier) return []
  return [[textAt(walk, subject), evaluate(walk, type)]]
}

export function applyNarrowings(walk: FileWalk, narrowed: readonly Narrowing[]): void {
  for (const [name, type] of narrowed) {
    if (!walk.scope.bound.has(name)) continue
    refineName(walk, name, walk.fresh(op.narrow, readName(walk, name), type))
  }
}
