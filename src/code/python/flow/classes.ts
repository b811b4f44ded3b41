import { evaluateArguments } from './calls.ts'
import { childWith, createScope, type FileWalk } from './file-walk.ts'
import { op } from './flow-facts.ts'
import { boundNames } from './scope.ts'
import { executeBlock } from './statements.ts'

/** Walks a class body at once, as Python does; returns the register of the bare class, without its decorators. */
export function defineClass(walk: FileWalk, node: number): number {
  const { tree } = walk.file
  const { field } = walk.kinds
  const given = evaluateArguments(walk, childWith(walk, node, field.superclasses))
  const annotations: number[] = []
  const attributes: number[] = []
  let metaclass = -1
  for (let i = 0; i < given.keywords.length; i += 2)
    if (walk.names[given.keywords[i] ?? -1] === 'metaclass') metaclass = given.keywords[i + 1] ?? -1
  const definition = walk.definitionOf.get(node) ?? -1
  const index = walk.classes.push({ definition, bases: given.positional, metaclass, attributes, annotations }) - 1
  const register = walk.fresh(op.class, index)

  const body = childWith(walk, node, field.body)
  const around = walk.scope
  const aroundAnnotations = walk.annotations
  walk.annotations = annotations
  const names = boundNames(tree, walk.kinds, body, tree.after[body] ?? 0)
  walk.scope = createScope('class', around, around.owner, index, names)
  executeBlock(walk, body)
  walk.scope.finished = true
  for (const [name, version] of walk.scope.current) if (version >= 0) attributes.push(walk.name(name), version)
  walk.scope = around
  walk.annotations = aroundAnnotations
  return register
}
