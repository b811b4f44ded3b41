import type { Grammar } from '../syntax-tree.ts'
import type { SpecialRule, TreeHash } from '../tree-hasher.ts'
import { createSequences } from './sequences.ts'

/** Composites that `ast` has and the tree has not; no grammar has as many kinds. */
const tag = { keywords: 60_001, closed: 60_002 } as const

export function createExpressionRules(grammar: Grammar): Readonly<Record<string, SpecialRule>> {
  const sequences = createSequences(grammar)
  const kind = (name: string) => grammar.kind(name)
  const colon = grammar.token(':')
  const call = kind('call')
  const argumentList = kind('argument_list')
  const subscript = kind('subscript')
  const slice = kind('slice')
  const listSplat = kind('list_splat')
  const typeParameter = kind('type_parameter')
  const booleanOperator = kind('boolean_operator')
  const keywordArgument = kind('keyword_argument')
  const dictionarySplat = kind('dictionary_splat')

  return {
    call: hashCall,
    argument_list: (node, hash) => {
      addArguments(node + 1, hash.tree.after[node] ?? 0, hash)
      hash.end(node)
    },
    boolean_operator: hashBooleanOperator,
    subscript: hashSubscript,
    generic_type: hashSubscript,
    slice: hashSlice,
  }

  /** `f(x for x in y)` has no argument list of its own. */
  function hashCall(node: number, hash: TreeHash): void {
    const [callee = node, given = node] = hash.children(node)
    let value = hash.hashOf(given)
    if (hash.tree.kind[given] !== argumentList) {
      addArguments(given, hash.tree.after[given] ?? 0, hash)
      value = hash.close()
    }
    hash.begin(call)
    hash.add(callee)
    hash.addValue(value)
    hash.end(node)
  }

  /** `ast` holds positional and keyword arguments apart; the order between the two does not count. */
  function addArguments(from: number, to: number, hash: TreeHash): void {
    const { after, kind: kinds } = hash.tree
    let keywords = 0
    hash.begin(argumentList)
    for (let child = from; child < to; child = after[child] ?? to) {
      if (kinds[child] === keywordArgument || kinds[child] === dictionarySplat) keywords++
      else if (hash.counts(child)) hash.add(child)
    }
    if (keywords === 0) return
    hash.addTag(tag.keywords)
    for (let child = from; child < to; child = after[child] ?? to) {
      if (kinds[child] === keywordArgument || kinds[child] === dictionarySplat) hash.add(child)
    }
  }

  /** `a and b and c` is one operation on three values, `(a and b) and c` is two; the grammar nests both to the left. */
  function hashBooleanOperator(node: number, hash: TreeHash): void {
    const [left = node, operator = node] = hash.children(node)
    const inner = sequences.innermost(left, hash)
    const isClosed =
      inner !== left &&
      hash.tree.kind[inner] === booleanOperator &&
      operatorOf(inner, hash) === hash.tree.kind[operator]
    hash.begin(booleanOperator)
    hash.addChildren(node)
    if (isClosed) hash.addTag(tag.closed)
    hash.end(node)
  }

  function operatorOf(node: number, hash: TreeHash): number | undefined {
    return hash.tree.kind[hash.children(node)[1] ?? node]
  }

  /** `a[b, c]` is `a[(b, c)]`; `list[int]` in an annotation is a subscript, too, and `*a[b]` there is `*(a[b])`. */
  function hashSubscript(node: number, hash: TreeHash): void {
    const { after, kind: kinds } = hash.tree
    const [value = node, second = node] = hash.children(node)
    const index =
      kinds[second] === typeParameter
        ? sequences.oneOrTuple(second, hash, { isIndex: true })
        : sequences.oneOrTuple(node, hash, { from: after[value] ?? 0, isIndex: true })
    const isStarred = kinds[value] === listSplat
    hash.begin(subscript)
    hash.add(isStarred ? (hash.children(value)[1] ?? value) : value)
    hash.addValue(index)
    if (!isStarred) {
      hash.end(node)
      return
    }
    const starred = hash.close()
    hash.begin(listSplat)
    hash.add(value + 1)
    hash.addValue(starred)
    hash.end(node)
  }

  /** `a[1:2:]` is `a[1:2]`. */
  function hashSlice(node: number, hash: TreeHash): void {
    const { after, kind: kinds } = hash.tree
    const last = after[node] ?? 0
    let colons = 0
    hash.begin(slice)
    for (let child = node + 1; child < last; child = after[child] ?? last) {
      if (kinds[child] === colon) colons++
      else if (hash.counts(child)) {
        hash.addTag(colons)
        hash.add(child)
      }
    }
    hash.end(node)
  }
}
