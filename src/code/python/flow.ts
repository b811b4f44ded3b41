import type { Definition, FlowFacts } from '../facts.ts'
import type { Grammar, SyntaxTree } from '../syntax-tree.ts'

/** One parsed file. `nodes[i]` is the tree's function or class node of `definitions[i]`, or -1 where a syntax error hides it. */
export interface ParsedFile {
  readonly tree: SyntaxTree
  readonly definitions: readonly Definition[]
  readonly nodes: readonly number[]
  /** 1-based line of an offset into `tree.source`, as git counts lines. */
  lineOf(offset: number): number
}

/** Makes the function that reads imports, bindings and calls of a file for the resolver. Throws when a table names a kind that the grammar lacks. */
export function createFlowExtractor(_grammar: Grammar): (file: ParsedFile) => FlowFacts {
  return () => ({})
}
