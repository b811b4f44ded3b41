import type { Grammar } from '../syntax-tree.ts'
import type { HashValue, TreeHash } from '../tree-hasher.ts'

/** Tuples and parentheses, which the grammar spells in more ways than Python has meanings. */
export interface Sequences {
  /**
   * `a` alone is itself, `a,` and `a, b` are tuples although the grammar has no node for them. Reads the children of `node` in
   * `from..to`. `a[*b]` is an index of one starred element, a tuple.
   */
  oneOrTuple(node: number, hash: TreeHash, range?: { from?: number; to?: number; isIndex?: boolean }): HashValue
  /** What redundant parentheses hold. */
  innermost(node: number, hash: TreeHash): number
  /** Whether `(…)` is a group, not a tuple: one element and no comma. */
  isGroup(node: number, hash: TreeHash): boolean
}

export function createSequences(grammar: Grammar): Sequences {
  const comma = grammar.token(',')
  const tuple = grammar.kind('tuple')
  const type = grammar.kind('type')
  const parenthesized = grammar.kind('parenthesized_expression')
  const tuplePattern = grammar.kind('tuple_pattern')
  const splats = new Set(['list_splat', 'splat_type'].map((name) => grammar.kind(name)))
  return { oneOrTuple, innermost, isGroup }

  function oneOrTuple(
    node: number,
    hash: TreeHash,
    range: { from?: number; to?: number; isIndex?: boolean } = {},
  ): HashValue {
    const { after, kind } = hash.tree
    const last = range.to ?? after[node] ?? 0
    let only = -1
    let found = 0
    let isTuple = false
    hash.begin(tuple)
    for (let child = range.from ?? node + 1; child < last; child = after[child] ?? last) {
      if (kind[child] === comma) isTuple = true
      if (!hash.counts(child)) continue
      hash.add(child)
      only = child
      found++
    }
    if (range.isIndex && found === 1 && splats.has(kind[kind[only] === type ? only + 1 : only] ?? 0)) isTuple = true
    return found === 1 && !isTuple ? hash.hashOf(only) : hash.close()
  }

  function innermost(node: number, hash: TreeHash): number {
    let inner = node
    for (;;) {
      const kind = hash.tree.kind[inner]
      if (kind !== parenthesized && !(kind === tuplePattern && isGroup(inner, hash))) return inner
      inner = hash.children(inner)[0] ?? inner
    }
  }

  function isGroup(node: number, hash: TreeHash): boolean {
    return hash.children(node).length === 1 && !hash.hasChild(node, comma)
  }
}
