import { constantText, evaluate } from './expressions.ts'
import { childrenOf, childWith, type FileWalk, lineAt, textAt } from './file-walk.ts'
import { op } from './flow-facts.ts'
import { assignName, readName } from './variables.ts'

export interface Arguments {
  readonly positional: number[]
  /** Name and register, alternating. */
  readonly keywords: number[]
  rest: number
  keywordRest: number
}

export function evaluateCall(walk: FileWalk, node: number): number {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  const callee = childWith(walk, node, field.function)
  const fn = evaluate(walk, callee)
  const list = childWith(walk, node, field.arguments)
  const given = evaluateArguments(walk, list)
  const named = tree.kind[callee] === kind.attribute ? childWith(walk, callee, field.attribute) : callee
  const result = emitCall(walk, fn, lineAt(walk, named), given)
  replaceByUpdate(walk, callee, list, given)
  return result
}

export function emitCall(walk: FileWalk, fn: number, line: number, given: Arguments): number {
  const { positional, keywords, rest, keywordRest } = given
  return walk.fresh(
    op.call,
    fn,
    line,
    positional.length,
    ...positional,
    keywords.length / 2,
    ...keywords,
    rest,
    keywordRest,
  )
}

export function evaluateArguments(walk: FileWalk, list: number): Arguments {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  const given: Arguments = { positional: [], keywords: [], rest: -1, keywordRest: -1 }
  if (list < 0) return given
  if (tree.kind[list] === kind.generator_expression) {
    given.positional.push(evaluate(walk, list))
    return given
  }
  for (const child of childrenOf(walk, list)) {
    const sort = tree.kind[child]
    if (sort === kind.keyword_argument) {
      const value = childWith(walk, child, field.value)
      given.keywords.push(walk.name(textAt(walk, childWith(walk, child, field.name))), evaluate(walk, value))
    } else if (sort === kind.list_splat || sort === kind.dictionary_splat) {
      const inner = childrenOf(walk, child)[0]
      const value = inner === undefined ? -1 : evaluate(walk, inner)
      if (sort === kind.list_splat) given.rest = value
      else given.keywordRest = value
    } else if (given.rest < 0) given.positional.push(evaluate(walk, child))
    else evaluate(walk, child)
  }
  return given
}

/** `d.update({'a': f})` where `d` is a name of this scope replaces entries, like `d['a'] = f`. */
function replaceByUpdate(walk: FileWalk, callee: number, list: number, given: Arguments): void {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  if (tree.kind[callee] !== kind.attribute || walk.scope.gathering.length > 0) return
  if (textAt(walk, childWith(walk, callee, field.attribute)) !== 'update') return
  const object = childWith(walk, callee, field.object)
  const [literal, more] = list < 0 ? [] : childrenOf(walk, list)
  if (literal === undefined || more !== undefined) return
  if (tree.kind[object] !== kind.identifier || tree.kind[literal] !== kind.dictionary) return
  const name = textAt(walk, object)
  if (!walk.scope.bound.has(name)) return
  for (const pair of childrenOf(walk, literal)) {
    const key = tree.kind[pair] === kind.pair ? childWith(walk, pair, field.key) : -1
    if (key < 0 || tree.kind[key] !== kind.string) continue
    const entry = walk.text(constantText(walk, key) ?? '')
    const value = walk.fresh(op.item, given.positional[0] ?? -1, entry, lineAt(walk, pair))
    assignName(walk, name, walk.fresh(op.replaceItem, readName(walk, name), entry, value))
  }
}
