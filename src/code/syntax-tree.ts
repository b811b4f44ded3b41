/**
 * A syntax tree as parallel arrays in pre-order, comments and punctuation included: node `i`'s first child is `i + 1`
 * (if `i + 1 < after[i]`), its next sibling `after[i]` (if that is before its parent's `after`). It lives in JavaScript's
 * own memory, so there is nothing to free, and reading a node costs nanoseconds.
 */
export interface SyntaxTree {
  readonly source: string
  /** Number of nodes; the root is node 0. */
  readonly count: number
  /** Kind of each node, see `Grammar.kind`. */
  readonly kind: Uint16Array
  /** Field name under which the parent holds the node, see `Grammar.field`; 0 where it has none. */
  readonly field: Uint8Array
  /** Offsets into `source`, in UTF-16 code units, end exclusive. */
  readonly start: Uint32Array
  readonly end: Uint32Array
  /** The first node after this one that is not its descendant. */
  readonly after: Uint32Array
  /** Parent of each node; the root is its own. */
  readonly parent: Uint32Array
  /** Nodes that stand for a syntax error (skipped or missing text), ascending. */
  readonly faults: readonly number[]
}

export interface Grammar {
  /** Names by kind; `kinds[kind]` of a token without a name of its own is its text. */
  readonly kinds: readonly string[]
  /** Whether nodes of a kind are named (`identifier`), not bare tokens (`(`, `def`). */
  readonly named: readonly boolean[]
  /** Kind of a node's name; throws when the grammar has none of that name, so that a table cannot rot silently. */
  kind(name: string): number
  /** Kind of a bare token's text (`+`, `def`); throws like `kind`. */
  token(text: string): number
  /** Number of a field name; throws like `kind`. */
  field(name: string): number
  parse(source: string): SyntaxTree
  /** The same, faster where the source is another version of one of the last few. */
  parseVersion(source: string): SyntaxTree
}

/** Kind of the nodes that hold text the parser had to skip. */
export const errorKind = 0xffff

/** First child of `node` held under `field`, or -1. */
export function childByField(tree: SyntaxTree, node: number, field: number): number {
  const end = tree.after[node] ?? 0
  for (let child = node + 1; child < end; child = tree.after[child] ?? end)
    if (tree.field[child] === field) return child
  return -1
}

export function textOf(tree: SyntaxTree, node: number): string {
  return tree.source.slice(tree.start[node], tree.end[node])
}
