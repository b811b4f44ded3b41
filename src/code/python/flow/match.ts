import { evaluate } from './expressions.ts'
import { childrenOf, childrenWith, childWith, type FileWalk, lineAt, textAt } from './file-walk.ts'
import { op } from './flow-facts.ts'
import { assignName, type Branch, joinBranches, readName, refineName, walkBranch } from './variables.ts'

export function executeMatch(
  walk: FileWalk,
  node: number,
  executeBlock: (walk: FileWalk, block: number) => boolean,
): boolean {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  const subject = childWith(walk, node, field.subject)
  const value = evaluate(walk, subject)
  const name = tree.kind[subject] === kind.identifier ? textAt(walk, subject) : undefined
  const branches: Branch[] = []
  for (const clause of childrenWith(walk, childWith(walk, node, field.body), field.alternative)) {
    branches.push(
      walkBranch(walk, () => {
        for (const pattern of childrenOf(walk, clause)) {
          if (tree.kind[pattern] !== kind.case_pattern) continue
          const matched = bindPattern(walk, pattern, value)
          if (name !== undefined && matched !== value && walk.scope.bound.has(name)) refineName(walk, name, matched)
        }
        const guard = childWith(walk, clause, field.guard)
        const condition = guard < 0 ? undefined : childrenOf(walk, guard)[0]
        if (condition !== undefined) evaluate(walk, condition)
        return executeBlock(walk, childWith(walk, clause, field.consequence))
      }),
    )
  }
  branches.push(new Map())
  return joinBranches(walk, branches)
}

/** Binds the names of a pattern and returns the value as the pattern shows it. */
function bindPattern(walk: FileWalk, pattern: number, value: number): number {
  const { tree } = walk.file
  const { kind } = walk.kinds
  const children = childrenOf(walk, pattern)
  switch (tree.kind[pattern]) {
    case kind.case_pattern:
      return children[0] === undefined ? value : bindPattern(walk, children[0], value)
    case kind.as_pattern: {
      const [inner, name] = children
      const matched = inner === undefined ? value : bindPattern(walk, inner, value)
      if (name !== undefined) assignName(walk, textAt(walk, name), matched)
      return matched
    }
    case kind.dotted_name:
      if (children.length === 1) assignName(walk, textAt(walk, pattern), value)
      return value
    case kind.class_pattern: {
      const [type, ...rest] = children
      if (type === undefined) return value
      const matched = walk.fresh(op.narrow, value, dottedName(walk, type))
      for (const child of rest) bindAttribute(walk, child, matched)
      return matched
    }
    case kind.union_pattern:
      for (const child of children) bindPattern(walk, child, value)
      return value
    case kind.list_pattern:
    case kind.tuple_pattern: {
      const element = value < 0 ? -1 : walk.fresh(op.iterate, value, lineAt(walk, pattern), 0)
      for (const child of children) bindPattern(walk, child, element)
      return value
    }
    default:
      for (const child of children) bindPattern(walk, child, -1)
      return value
  }
}

/** `attribute=pattern` inside a class pattern; positional ones bind to something unknown. */
function bindAttribute(walk: FileWalk, pattern: number, object: number): void {
  const { tree } = walk.file
  const { kind } = walk.kinds
  const inner = tree.kind[pattern] === kind.case_pattern ? childrenOf(walk, pattern)[0] : pattern
  if (inner === undefined) return
  if (tree.kind[inner] !== kind.keyword_pattern) {
    bindPattern(walk, inner, -1)
    return
  }
  const [name, value] = childrenOf(walk, inner)
  if (name === undefined || value === undefined) return
  const attribute = walk.fresh(op.attribute, object, walk.name(textAt(walk, name)), lineAt(walk, inner))
  bindPattern(walk, value, attribute)
}

function dottedName(walk: FileWalk, node: number): number {
  let register = -1
  for (const [index, part] of childrenOf(walk, node).entries()) {
    const text = textAt(walk, part)
    register =
      index === 0 ? readName(walk, text) : walk.fresh(op.attribute, register, walk.name(text), lineAt(walk, part))
  }
  return register
}
