import { constantText, evaluate } from './expressions.ts'
import { childrenOf, childWith, type FileWalk, lineAt, textAt } from './file-walk.ts'
import { op } from './flow-facts.ts'
import { assignName, readName, refineName } from './variables.ts'

/** Binds an assignment target (name, attribute, item, or a pattern of them) to a value. `isLocal`: a comprehension's own variable. */
export function assignTarget(walk: FileWalk, target: number, value: number, isLocal = false): void {
  if (target < 0) return
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  switch (tree.kind[target]) {
    case kind.identifier:
      if (isLocal) refineName(walk, textAt(walk, target), value)
      else assignName(walk, textAt(walk, target), value)
      return
    case kind.attribute: {
      const object = evaluate(walk, childWith(walk, target, field.object))
      const name = walk.name(textAt(walk, childWith(walk, target, field.attribute)))
      if (object >= 0) walk.emit(op.setAttribute, object, name, value, lineAt(walk, target))
      return
    }
    case kind.subscript:
      assignItem(walk, target, value)
      return
    case kind.pattern_list:
    case kind.tuple_pattern:
    case kind.list_pattern:
      unpack(walk, childrenOf(walk, target), value, lineAt(walk, target), isLocal)
      return
    default:
      for (const child of childrenOf(walk, target)) assignTarget(walk, child, value, isLocal)
  }
}

function assignItem(walk: FileWalk, target: number, value: number): void {
  const { field } = walk.kinds
  const container = childWith(walk, target, field.value)
  const object = evaluate(walk, container)
  const keyNode = childWith(walk, target, field.subscript)
  const key = keyNode < 0 ? -1 : evaluate(walk, keyNode)
  if (object < 0) return
  walk.emit(op.setItem, object, key, value, lineAt(walk, target))
  replaceEntry(walk, container, object, keyNode, key, value)
}

/** `d['a'] = f` where `d` is a name of this scope: from here on the name means the dictionary with that entry replaced. */
function replaceEntry(
  walk: FileWalk,
  container: number,
  object: number,
  keyNode: number,
  key: number,
  value: number,
): void {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  if (keyNode < 0 || value < 0 || (constantText(walk, keyNode) === undefined && tree.kind[keyNode] !== kind.integer))
    return
  const replaced = walk.fresh(op.replaceItem, object, key, value)
  if (tree.kind[container] === kind.identifier) {
    const name = textAt(walk, container)
    if (walk.scope.bound.has(name) && walk.scope.gathering.length === 0) assignName(walk, name, replaced)
  } else if (tree.kind[container] === kind.subscript) {
    const outer = childWith(walk, container, field.value)
    const outerKey = childWith(walk, container, field.subscript)
    if (tree.kind[outer] !== kind.identifier || outerKey < 0) return
    replaceEntry(walk, outer, readName(walk, textAt(walk, outer)), outerKey, evaluate(walk, outerKey), replaced)
  }
}

/** `a, *b, c = value` */
function unpack(walk: FileWalk, targets: readonly number[], value: number, line: number, isLocal: boolean): void {
  const { tree } = walk.file
  const { kind } = walk.kinds
  const starred = targets.findIndex((target) => tree.kind[target] === kind.list_splat_pattern)
  if (value >= 0 && !isLocal) walk.fresh(op.iterate, value, line, 0)
  targets.forEach((target, index) => {
    if (index === starred) {
      const rest = walk.fresh(op.slice, value, index, index - (targets.length - 1) || -1)
      const inner = childrenOf(walk, target)[0]
      if (inner !== undefined) assignTarget(walk, inner, rest, isLocal)
      return
    }
    // Counted from the end after a star.
    const position = starred >= 0 && index > starred ? index - targets.length : index
    const element = value < 0 ? -1 : walk.fresh(op.item, value, walk.integer(position), line)
    assignTarget(walk, target, element, isLocal)
  })
}
