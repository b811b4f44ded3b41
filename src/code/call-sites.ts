import { lineCounter } from './line-counter.ts'
import { childByField, type Grammar, type SyntaxTree, textOf } from './syntax-tree.ts'

/** A call as it is written. */
export interface CallSite {
  /** Last part of what is called: `run` of `app.run()`. */
  readonly name: string
  /** What stands before it, `app` of `app.run()`; null where nothing does. */
  readonly receiver: string | null
  /** 1-based, where the name stands. */
  readonly line: number
  readonly positional: number
  readonly keywords: readonly string[]
  /** Further arguments come out of a value: `f(*args)`, `f(**options)`, `f(...list)`. */
  readonly open: boolean
}

/** What a grammar calls the parts of a call. */
interface CallNames {
  /** Kind of a call, and the field that holds what is called. */
  readonly calls: Readonly<Record<string, string>>
  readonly members: Readonly<Record<string, { readonly object: string; readonly name: string }>>
  /** Kind of a list of arguments. */
  readonly list: string
  readonly keyword: string | null
  readonly spreads: readonly string[]
  readonly comment: string
}

/** Makes a function that lists the calls of a tree, in the order of the source. */
export function createCallReader(grammar: Grammar, names: CallNames): (tree: SyntaxTree) => CallSite[] {
  const calls = new Map(
    Object.entries(names.calls).map(([kind, field]) => [grammar.kind(kind), grammar.field(field)] as const),
  )
  const members = new Map(
    Object.entries(names.members).map(([kind, { object, name }]) => [
      grammar.kind(kind),
      { object: grammar.field(object), name: grammar.field(name) },
    ]),
  )
  const keyword = names.keyword === null ? -1 : grammar.kind(names.keyword)
  const spreads = new Set(names.spreads.map(grammar.kind))
  const comment = grammar.kind(names.comment)
  const lists = grammar.kind(names.list)
  const field = { arguments: grammar.field('arguments'), name: grammar.field('name') }

  return (tree) => {
    const sites: CallSite[] = []
    const lineOf = lineCounter(tree.source)
    for (let node = 0; node < tree.count; node++) {
      const calleeField = calls.get(tree.kind[node] ?? 0)
      const callee = calleeField === undefined ? -1 : childByField(tree, node, calleeField)
      if (callee < 0) continue
      const member = members.get(tree.kind[callee] ?? 0)
      const named = member === undefined ? callee : childByField(tree, callee, member.name)
      const object = member === undefined ? -1 : childByField(tree, callee, member.object)
      if (named < 0) continue
      sites.push({
        name: textOf(tree, named),
        receiver: object < 0 ? null : textOf(tree, object),
        line: lineOf(tree.start[named] ?? 0),
        ...argumentsOf(tree, childByField(tree, node, field.arguments)),
      })
    }
    return sites
  }

  function argumentsOf(tree: SyntaxTree, list: number): Pick<CallSite, 'positional' | 'keywords' | 'open'> {
    const keywords: string[] = []
    let positional = 0
    let open = false
    if (list < 0) return { positional, keywords, open }
    // `f(x for x in y)` and f`text` have one argument and no list.
    if (tree.kind[list] !== lists) return { positional: 1, keywords, open: false }
    const end = tree.after[list] ?? 0
    for (let child = list + 1; child < end; child = tree.after[child] ?? end) {
      const kind = tree.kind[child] ?? 0
      if (!grammar.named[kind] || kind === comment) continue
      if (spreads.has(kind)) open = true
      else if (kind === keyword) keywords.push(textOf(tree, childByField(tree, child, field.name)))
      else positional++
    }
    return { positional, keywords, open }
  }
}
