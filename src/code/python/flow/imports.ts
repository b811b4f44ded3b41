import { childrenWith, childWith, type FileWalk, textAt } from './file-walk.ts'
import { op } from './flow-facts.ts'
import { assignName } from './variables.ts'

const blanks = /\s+/g

export function executeImport(walk: FileWalk, node: number): void {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  for (const item of childrenWith(walk, node, field.name)) {
    if (tree.kind[item] === kind.aliased_import) {
      const module = textAt(walk, childWith(walk, item, field.name)).replace(blanks, '')
      assignName(walk, textAt(walk, childWith(walk, item, field.alias)), walk.fresh(op.import, walk.name(module), 0))
    } else {
      const module = textAt(walk, item).replace(blanks, '')
      assignName(walk, module.split('.', 1)[0] ?? module, walk.fresh(op.import, walk.name(module), 1))
    }
  }
}

export function executeImportFrom(walk: FileWalk, node: number): void {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  const source = textAt(walk, childWith(walk, node, field.module_name)).replace(blanks, '')
  const module = source.replace(/^\.+/, '')
  const level = source.length - module.length
  const moduleName = module === '' ? -1 : walk.name(module)
  const end = tree.after[node] ?? 0
  for (let child = node + 1; child < end; child = tree.after[child] ?? end)
    if (tree.kind[child] === kind.wildcard_import) walk.stars.push(level, moduleName)
  for (const item of childrenWith(walk, node, field.name)) {
    const isAliased = tree.kind[item] === kind.aliased_import
    const name = textAt(walk, isAliased ? childWith(walk, item, field.name) : item)
    const bound = isAliased ? textAt(walk, childWith(walk, item, field.alias)) : name
    assignName(walk, bound, walk.fresh(op.from, level, moduleName, walk.name(name)))
  }
}
