import type { Grammar, SyntaxTree } from '../syntax-tree.ts'
import type { HashValue, SpecialRule, TreeHash } from '../tree-hasher.ts'
import { createSequences } from './sequences.ts'

/** Composites that `ast` has and the tree has not; no grammar has as many kinds. */
const tag = { otherwise: 60_003, bare: 60_004 } as const

/** `docstringOf` hashes plain text as a docstring and refuses everything else. */
export function createStatementRules(
  grammar: Grammar,
  docstringOf: (node: number, hash: TreeHash) => HashValue | undefined,
): Readonly<Record<string, SpecialRule>> {
  const sequences = createSequences(grammar)
  const kind = (name: string) => grammar.kind(name)
  const comma = grammar.token(',')
  const colon = grammar.token(':')
  const [tuple, list, tuplePattern] = [kind('tuple'), kind('list'), kind('tuple_pattern')]
  const [identifier, type, argumentList] = [kind('identifier'), kind('type'), kind('argument_list')]
  const [block, ifStatement, elifClause, elseClause] = ['block', 'if_statement', 'elif_clause', 'else_clause'].map(kind)
  const [expressionStatement, expressionList] = [kind('expression_statement'), kind('expression_list')]
  const casePattern = kind('case_pattern')
  const casePatternHolders = new Set(
    ['case_pattern', 'union_pattern', 'keyword_pattern', 'class_pattern', 'dict_pattern'].map(kind),
  )
  const definitions = new Set(['function_definition', 'class_definition'].map(kind))

  return {
    expression_statement: (node, hash) => {
      const value = sequences.oneOrTuple(node, hash)
      hash.begin(expressionStatement)
      hash.addValue(value)
      hash.end(node)
    },
    assignment: hashAssignment,
    delete_statement: hashDelete,
    class_definition: hashClass,
    if_statement: hashIf,
    match_statement: hashMatch,
    case_clause: hashCase,
    tuple_pattern: hashTuplePattern,
    list_pattern: (node, hash) => {
      hash.begin(isCasePattern(node, hash.tree) ? tuplePattern : list)
      hash.addChildren(node)
      hash.end(node)
    },
    block: hashBlock,
  }

  /** `(x): int` does not declare a local variable, `x: int` does; `ast` calls that `simple`. */
  function hashAssignment(node: number, hash: TreeHash): void {
    hash.begin(kind('assignment'))
    hash.addChildren(node)
    if (hash.hasChild(node, type)) {
      const target = sequences.innermost(node + 1, hash)
      if (target !== node + 1 && hash.tree.kind[target] === identifier) hash.addTag(tag.bare)
    }
    hash.end(node)
  }

  /** `del a,` deletes what `del a` does; `del (a,)` deletes a tuple's elements. */
  function hashDelete(node: number, hash: TreeHash): void {
    hash.begin(kind('delete_statement'))
    for (const child of hash.children(node)) {
      if (hash.tree.kind[child] === expressionList) hash.addChildren(child)
      else hash.add(child)
    }
    hash.end(node)
  }

  /** `class A():` is `class A:`. */
  function hashClass(node: number, hash: TreeHash): void {
    hash.begin(kind('class_definition'))
    for (const child of hash.children(node)) {
      if (hash.tree.kind[child] !== argumentList || hash.children(child).length > 0) hash.add(child)
    }
    hash.end(node)
  }

  /** `elif` is an `if` alone in the `else` block. */
  function hashIf(node: number, hash: TreeHash): void {
    const kinds = hash.tree.kind
    const parts = namedChildren(node, hash)
    const isClause = (child: number) => kinds[child] === elifClause || kinds[child] === elseClause
    let otherwise: HashValue | undefined
    for (const clause of parts.filter(isClause).reverse()) {
      const inner = namedChildren(clause, hash)
      if (kinds[clause] === elseClause) otherwise = hash.hashOf(inner.at(-1) ?? clause)
      else {
        const nested = branch(inner, otherwise, hash)
        hash.begin(block ?? 0)
        hash.addValue(nested)
        otherwise = hash.close()
      }
    }
    const own = parts.filter((child) => !isClause(child))
    hash.set(node, branch(own, otherwise, hash))
  }

  function branch(parts: readonly number[], otherwise: HashValue | undefined, hash: TreeHash): HashValue {
    hash.begin(ifStatement ?? 0)
    for (const part of parts) hash.add(part)
    if (otherwise !== undefined) {
      hash.addTag(tag.otherwise)
      hash.addValue(otherwise)
    }
    return hash.close()
  }

  function namedChildren(node: number, hash: TreeHash): number[] {
    return hash.children(node).filter((child) => grammar.named[hash.tree.kind[child] ?? 0])
  }

  /** `match a, b:` has a tuple as its subject. */
  function hashMatch(node: number, hash: TreeHash): void {
    const { after, kind: kinds } = hash.tree
    const from = after[node + 1] ?? 0
    let to = from
    while (kinds[to] !== colon && to < (after[node] ?? 0)) to = after[to] ?? 0
    const subject = sequences.oneOrTuple(node, hash, { from, to })
    hash.begin(kind('match_statement'))
    hash.addValue(subject)
    for (const child of hash.children(node)) if (child > to) hash.add(child)
    hash.end(node)
  }

  /** `case a, b:` is `case [a, b]:`. */
  function hashCase(node: number, hash: TreeHash): void {
    const isPattern = (child: number) => hash.tree.kind[child] === casePattern
    const found = hash.children(node)
    const patterns = found.filter(isPattern)
    const isSequence = patterns.length > 1 || hash.hasChild(node, comma)
    hash.begin(tuplePattern)
    for (const pattern of patterns) hash.add(pattern)
    const sequence = isSequence ? hash.close() : hash.hashOf(patterns[0] ?? node)
    hash.begin(kind('case_clause'))
    hash.addValue(sequence)
    for (const child of found) if (!isPattern(child)) hash.add(child)
    hash.end(node)
  }

  /** `(a)` is a group, `(a,)` a tuple; in a case pattern `[a]` and `(a,)` are the same sequence. */
  function hashTuplePattern(node: number, hash: TreeHash): void {
    if (sequences.isGroup(node, hash)) {
      hash.copy(node, hash.children(node)[0] ?? node)
      return
    }
    hash.begin(isCasePattern(node, hash.tree) ? tuplePattern : tuple)
    hash.addChildren(node)
    hash.end(node)
  }

  function isCasePattern(node: number, tree: SyntaxTree): boolean {
    return casePatternHolders.has(tree.kind[tree.parent[node] ?? 0] ?? 0)
  }

  /** The first statement of a body may be a docstring. */
  function hashBlock(node: number, hash: TreeHash): void {
    const { after, kind: kinds, parent } = hash.tree
    const last = after[node] ?? 0
    let first = node + 1
    while (first < last && !hash.counts(first)) first = after[first] ?? last
    const isBody = definitions.has(kinds[parent[node] ?? 0] ?? 0)
    const docstring = isBody && first < last ? docstringIn(first, hash) : undefined
    hash.begin(block ?? 0)
    if (docstring !== undefined) {
      hash.addValue(docstring)
      first = after[first] ?? last
    }
    for (let child = first; child < last; child = after[child] ?? last) if (hash.counts(child)) hash.add(child)
    hash.end(node)
  }

  function docstringIn(statement: number, hash: TreeHash): HashValue | undefined {
    if (hash.tree.kind[statement] !== expressionStatement || hash.hasChild(statement, comma)) return undefined
    return docstringOf(sequences.innermost(statement + 1, hash), hash)
  }
}
