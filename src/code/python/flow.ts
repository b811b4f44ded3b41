import type { Definition } from '../facts.ts'
import type { Grammar, SyntaxTree } from '../syntax-tree.ts'
import { createFileWalk } from './flow/file-walk.ts'
import type { PythonFlow } from './flow/flow-facts.ts'
import { createPythonKinds } from './flow/python-kinds.ts'
import { executeBlock } from './flow/statements.ts'
import { mergedRegister } from './flow/variables.ts'

/** One parsed file. `nodes[i]` is the tree's function or class node of `definitions[i]`, or -1 where a syntax error hides it. */
export interface ParsedFile {
  readonly tree: SyntaxTree
  readonly definitions: readonly Definition[]
  readonly nodes: readonly number[]
  /** 1-based line of an offset into `tree.source`, as git counts lines. */
  lineOf(offset: number): number
}

/**
 * Makes the function that reads imports, bindings and calls of a file for the resolver: the module's own statements first,
 * then the bodies of functions, which see the names around them as they are when everything has run. Throws when a table
 * names a kind that the grammar lacks.
 */
export function createFlowExtractor(grammar: Grammar): (file: ParsedFile) => PythonFlow {
  const kinds = createPythonKinds(grammar)
  return (file) => {
    const walk = createFileWalk(file, kinds)
    const module = walk.scope
    executeBlock(walk, 0)
    module.finished = true
    for (const body of walk.waiting) body()
    walk.scope = module
    const exports: number[] = []
    for (const name of module.versions.keys()) {
      const register = walk.shared.has(name) ? mergedRegister(walk, module, name) : (module.current.get(name) ?? -1)
      exports.push(walk.name(name), register)
    }
    return {
      names: walk.names,
      registers: walk.registers(),
      code: walk.code,
      functions: walk.functions,
      classes: walk.classes,
      exports,
      stars: walk.stars,
      all: walk.all,
    }
  }
}
