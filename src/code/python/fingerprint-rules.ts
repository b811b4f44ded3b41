import type { Grammar, SyntaxTree } from '../syntax-tree.ts'
import type { HashRules, HashValue, TreeHash } from '../tree-hasher.ts'
import { normalizeName } from './definitions.ts'
import { numberValue } from './literals.ts'
import { createStringRules } from './string-rules.ts'

/** Composites that CPython's `ast` has and the tree has not; numbers that no grammar uses as a kind. */
const tag = { keywords: 60_001, closed: 60_002, none: 60_003, bare: 60_004 } as const

/**
 * Rules under which two trees of the tree-sitter grammar hash alike just when CPython's `ast.dump` of them is alike, up to the exceptions
 * in docs/fingerprint.md. Each special rule undoes one difference between the grammar and `ast`.
 */
export function createFingerprintRules(grammar: Grammar): HashRules {
  const kind = (name: string) => grammar.kind(name)
  const comma = grammar.token(',')
  const colon = grammar.token(':')
  const tuple = kind('tuple')
  const block = kind('block')
  const booleanOperator = kind('boolean_operator')
  const elifClause = kind('elif_clause')
  const elseClause = kind('else_clause')
  const ifStatement = kind('if_statement')
  const subscript = kind('subscript')
  const argumentList = kind('argument_list')
  const parenthesized = kind('parenthesized_expression')
  const tuplePattern = kind('tuple_pattern')
  const identifier = kind('identifier')
  const type = kind('type')
  const typeParameter = kind('type_parameter')
  const casePattern = kind('case_pattern')
  const splats = new Set(['list_splat', 'splat_type'].map(kind))
  const keywordArguments = new Set(['keyword_argument', 'dictionary_splat'].map(kind))
  const casePatternHolders = new Set(
    ['case_pattern', 'union_pattern', 'keyword_pattern', 'class_pattern', 'dict_pattern'].map(kind),
  )
  const definitions = new Set(['function_definition', 'class_definition'].map(kind))
  const strings = createStringRules(grammar)

  return {
    skip: ['comment', 'line_continuation'],
    skipTokens: ['(', ')', '[', ']', '{', '}', ',', ':', ';'],
    transparent: ['parenthesized_expression', 'type', 'case_pattern'],
    leaves: {
      identifier: normalizeName,
      integer: numberValue,
      float: numberValue,
      type_conversion: (text) => text.trim(),
    },
    sameAs: {
      expression_list: 'tuple',
      pattern_list: 'tuple',
      list_pattern: 'list',
      list_splat_pattern: 'list_splat',
      splat_type: 'list_splat',
      union_type: 'binary_operator',
      member_type: 'attribute',
      format_expression: 'interpolation',
    },
    sameTokens: { '<>': '!=' },
    special: {
      ...strings.rules,
      expression_statement: (node, hash) => {
        const value = oneOrTuple(node, node + 1, hash)
        hash.begin(kind('expression_statement'))
        hash.addValue(value)
        hash.end(node)
      },
      tuple_pattern: hashTuplePattern,
      list_pattern: (node, hash) => {
        hash.begin(isCasePattern(node, hash.tree) ? tuplePattern : kind('list'))
        addChildren(node, hash)
        hash.end(node)
      },
      case_clause: hashCaseClause,
      assignment: hashAssignment,
      delete_statement: (node, hash) => {
        hash.begin(kind('delete_statement'))
        for (const child of children(node, hash)) {
          if (hash.tree.kind[child] === kind('expression_list')) addChildren(child, hash)
          else hash.add(child)
        }
        hash.end(node)
      },
      boolean_operator: hashBooleanOperator,
      call: hashCall,
      argument_list: (node, hash) => {
        addArguments(children(node, hash), hash)
        hash.end(node)
      },
      class_definition: (node, hash) => {
        hash.begin(kind('class_definition'))
        for (const child of children(node, hash)) {
          const empty = hash.tree.kind[child] === argumentList && children(child, hash).length === 0
          if (!empty) hash.add(child)
        }
        hash.end(node)
      },
      subscript: hashSubscript,
      generic_type: hashSubscript,
      slice: hashSlice,
      if_statement: hashIf,
      block: hashBlock,
    },
  }

  /** The children that count; bare keywords and operators among them. */
  function children(node: number, hash: TreeHash): number[] {
    const { after } = hash.tree
    const found: number[] = []
    const last = after[node] ?? 0
    for (let child = node + 1; child < last; child = after[child] ?? last) if (hash.counts(child)) found.push(child)
    return found
  }

  function addChildren(node: number, hash: TreeHash): void {
    const { after } = hash.tree
    const last = after[node] ?? 0
    for (let child = node + 1; child < last; child = after[child] ?? last) if (hash.counts(child)) hash.add(child)
  }

  /**
   * `a` alone is itself; `a,` and `a, b` are tuples although the grammar has no node for them. `from` is the first child
   * meant. `a[*b]` is an index of one starred element, a tuple.
   */
  function oneOrTuple(node: number, from: number, hash: TreeHash, isIndex = false): HashValue {
    const { after, kind: kinds } = hash.tree
    const last = after[node] ?? 0
    const found: number[] = []
    let isTuple = false
    for (let child = from; child < last; child = after[child] ?? last) {
      if (hash.counts(child)) found.push(child)
      else if (kinds[child] === comma) isTuple = true
    }
    const [only] = found
    if (isIndex && only !== undefined && splats.has(kinds[only] ?? 0)) isTuple = true
    if (!isTuple && only !== undefined) return hash.hashOf(only)
    hash.begin(tuple)
    for (const child of found) hash.add(child)
    return hash.close()
  }

  function isCasePattern(node: number, tree: SyntaxTree): boolean {
    return casePatternHolders.has(tree.kind[tree.parent[node] ?? 0] ?? 0)
  }

  /** `(a)` is a group, `(a,)` a tuple; in a case pattern `[a]` and `(a,)` are the same sequence. */
  function hashTuplePattern(node: number, hash: TreeHash): void {
    const found = children(node, hash)
    const [only] = found
    if (only !== undefined && found.length === 1 && !hasComma(node, hash.tree)) {
      hash.copy(node, only)
      return
    }
    hash.begin(isCasePattern(node, hash.tree) ? tuplePattern : tuple)
    for (const child of found) hash.add(child)
    hash.end(node)
  }

  function hasComma(node: number, { after, kind: kinds }: SyntaxTree): boolean {
    const last = after[node] ?? 0
    for (let child = node + 1; child < last; child = after[child] ?? last) if (kinds[child] === comma) return true
    return false
  }

  /** `case a, b:` is `case [a, b]:`. */
  function hashCaseClause(node: number, hash: TreeHash): void {
    const found = children(node, hash)
    const patterns = found.filter((child) => hash.tree.kind[child] === casePattern)
    const isSequence = patterns.length > 1 || hasComma(node, hash.tree)
    let sequence: HashValue | undefined
    if (isSequence) {
      hash.begin(tuplePattern)
      for (const pattern of patterns) hash.add(pattern)
      sequence = hash.close()
    }
    hash.begin(kind('case_clause'))
    if (sequence !== undefined) hash.addValue(sequence)
    for (const child of found) if (sequence === undefined || hash.tree.kind[child] !== casePattern) hash.add(child)
    hash.end(node)
  }

  /** `(x): int` does not declare a local variable, `x: int` does; `ast` calls that `simple`. */
  function hashAssignment(node: number, hash: TreeHash): void {
    const found = children(node, hash)
    const [left = node] = found
    const isAnnotated = found.some((child) => hash.tree.kind[child] === type)
    const bracketed = innermost(left, hash)
    hash.begin(kind('assignment'))
    for (const child of found) hash.add(child)
    if (isAnnotated && bracketed !== left && hash.tree.kind[bracketed] === identifier) hash.addTag(tag.bare)
    hash.end(node)
  }

  /** What redundant parentheses hold. */
  function innermost(node: number, hash: TreeHash): number {
    for (let inner = node; ; ) {
      const outer = hash.tree.kind[inner]
      if (outer !== parenthesized && outer !== tuplePattern) return inner
      const [only, second] = children(inner, hash)
      if (only === undefined || second !== undefined) return inner
      inner = only
    }
  }

  /** `a and b and c` is one operation on three values, `(a and b) and c` is two; the grammar nests both to the left. */
  function hashBooleanOperator(node: number, hash: TreeHash): void {
    const found = children(node, hash)
    const [left = node, operator = node] = found
    const inner = innermost(left, hash)
    const isClosed = inner !== left && hash.tree.kind[inner] === booleanOperator && sameOperator(inner, operator, hash)
    hash.begin(booleanOperator)
    for (const child of found) hash.add(child)
    if (isClosed) hash.addTag(tag.closed)
    hash.end(node)
  }

  function sameOperator(node: number, operator: number, hash: TreeHash): boolean {
    const [, own = node] = children(node, hash)
    return hash.tree.kind[own] === hash.tree.kind[operator]
  }

  /** `f(x for x in y)` has no argument list of its own. */
  function hashCall(node: number, hash: TreeHash): void {
    const [callee = node, given = node] = children(node, hash)
    let value = hash.hashOf(given)
    if (hash.tree.kind[given] !== argumentList) {
      addArguments([given], hash)
      value = hash.close()
    }
    hash.begin(kind('call'))
    hash.add(callee)
    hash.addValue(value)
    hash.end(node)
  }

  /** `ast` holds positional and keyword arguments apart; the order between the two does not count. */
  function addArguments(given: readonly number[], hash: TreeHash): void {
    const isKeyword = (child: number) => keywordArguments.has(hash.tree.kind[child] ?? 0)
    hash.begin(argumentList)
    for (const child of given) if (!isKeyword(child)) hash.add(child)
    hash.addTag(tag.keywords)
    for (const child of given) if (isKeyword(child)) hash.add(child)
  }

  /** `a[b, c]` is `a[(b, c)]`; `list[int]` in an annotation is a subscript, too. */
  function hashSubscript(node: number, hash: TreeHash): void {
    const { after, kind: kinds } = hash.tree
    const [value = node, second = node] = children(node, hash)
    const index =
      kinds[second] === typeParameter
        ? oneOrTuple(second, second + 1, hash, true)
        : oneOrTuple(node, after[value] ?? 0, hash, true)
    hash.begin(subscript)
    hash.add(value)
    hash.addValue(index)
    hash.end(node)
  }

  /** `a[1:2:]` is `a[1:2]`. */
  function hashSlice(node: number, hash: TreeHash): void {
    const { after, kind: kinds } = hash.tree
    const last = after[node] ?? 0
    hash.begin(kind('slice'))
    let colons = 0
    for (let child = node + 1; child < last; child = after[child] ?? last) {
      if (kinds[child] === colon) colons++
      else if (hash.counts(child)) {
        hash.addTag(colons)
        hash.add(child)
      }
    }
    hash.end(node)
  }

  /** `elif` is an `if` alone in the `else` block. */
  function hashIf(node: number, hash: TreeHash): void {
    const found = children(node, hash)
    const kinds = hash.tree.kind
    let otherwise: HashValue | undefined
    for (const clause of found
      .filter((child) => kinds[child] === elifClause || kinds[child] === elseClause)
      .reverse()) {
      const parts = children(clause, hash).filter((child) => grammar.named[kinds[child] ?? 0])
      if (kinds[clause] === elseClause) otherwise = hash.hashOf(parts.at(-1) ?? clause)
      else {
        const nested = branch(parts)
        hash.begin(block)
        hash.addValue(nested)
        otherwise = hash.close()
      }
    }
    const own = found.filter(
      (child) => grammar.named[kinds[child] ?? 0] && kinds[child] !== elifClause && kinds[child] !== elseClause,
    )
    const value = branch(own)
    hash.set(node, value)

    function branch(parts: readonly number[]): HashValue {
      hash.begin(ifStatement)
      for (const part of parts) hash.add(part)
      if (otherwise !== undefined) {
        hash.addTag(tag.none)
        hash.addValue(otherwise)
      }
      return hash.close()
    }
  }

  /** The first statement of a body may be a docstring. */
  function hashBlock(node: number, hash: TreeHash): void {
    const { kind: kinds, parent } = hash.tree
    const statements = children(node, hash)
    const isBody = definitions.has(kinds[parent[node] ?? 0] ?? 0)
    const docstring = isBody && statements[0] !== undefined ? docstringOf(statements[0], hash) : undefined
    hash.begin(block)
    statements.forEach((statement, i) => {
      if (i === 0 && docstring !== undefined) hash.addValue(docstring)
      else hash.add(statement)
    })
    hash.end(node)
  }

  function docstringOf(statement: number, hash: TreeHash): HashValue | undefined {
    if (hash.tree.kind[statement] !== kind('expression_statement') || hasComma(statement, hash.tree)) return undefined
    const [only] = children(statement, hash)
    return only === undefined ? undefined : strings.docstring(innermost(only, hash), hash)
  }
}
