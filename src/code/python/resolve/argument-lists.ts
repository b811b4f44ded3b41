import { grown } from '../../resolve/rows.ts'

/**
 * Arguments of calls as nodes, -1 where nothing is known. A list is a position in the code: those of calls lie there already
 * (number of positionals, nodes, number of keywords, name and node of each, `*` node, `**` node), those that are made on the
 * way follow behind.
 */
export interface ArgumentLists {
  /** The list of no arguments. */
  readonly none: number
  positionals(list: number): number
  /** Node of a positional argument, -1 where there is none. */
  positional(list: number, index: number): number
  keywords(list: number): number
  keywordName(list: number, index: number): number
  keywordNode(list: number, index: number): number
  /** Node of the keyword argument of a name, -1 where there is none. */
  keyword(list: number, name: number): number
  hasKeyword(list: number, name: number): boolean
  rest(list: number): number
  keywordRest(list: number): number
  make(arguments_: Arguments): number
  /** A list of one or two positional arguments. */
  ofPositionals(first: number, second?: number): number
  /** A list with its nodes replaced. */
  map(list: number, nodeOf: (node: number) => number): number
  read(list: number): Arguments
}

export interface Arguments {
  readonly positional: readonly number[]
  /** Name and node, alternating. */
  readonly keywords: readonly number[]
  readonly rest: number
  readonly keywordRest: number
}

export function createArgumentLists(code: Int32Array<ArrayBuffer>, codeEnd: number): ArgumentLists {
  let cells = code
  let used = codeEnd
  const at = (position: number) => cells[position] ?? -1
  const keywordsAt = (list: number) => list + 1 + at(list)
  const restAt = (list: number) => keywordsAt(list) + 1 + 2 * at(keywordsAt(list))

  const lists: ArgumentLists = {
    none: make({ positional: [], keywords: [], rest: -1, keywordRest: -1 }),
    positionals: at,
    positional: (list, index) => (index < at(list) ? at(list + 1 + index) : -1),
    keywords: (list) => at(keywordsAt(list)),
    keywordName: (list, index) => at(keywordsAt(list) + 1 + 2 * index),
    keywordNode: (list, index) => at(keywordsAt(list) + 2 + 2 * index),
    keyword(list, name) {
      const index = indexOf(list, name)
      return index < 0 ? -1 : lists.keywordNode(list, index)
    },
    hasKeyword: (list, name) => indexOf(list, name) >= 0,
    rest: (list) => at(restAt(list)),
    keywordRest: (list) => at(restAt(list) + 1),
    make,
    ofPositionals(first, second) {
      const list = used
      const count = second === undefined ? 1 : 2
      reserve(6)
      put(count)
      put(first)
      if (second !== undefined) put(second)
      put(0)
      put(-1)
      put(-1)
      return list
    },
    map(list, nodeOf) {
      const positionals = at(list)
      const keywords = at(keywordsAt(list))
      const fresh = used
      reserve(positionals + 2 * keywords + 4)
      put(positionals)
      for (let i = 0; i < positionals; i++) put(nodeOf(at(list + 1 + i)))
      put(keywords)
      for (let k = 0; k < keywords; k++) {
        put(lists.keywordName(list, k))
        put(nodeOf(lists.keywordNode(list, k)))
      }
      put(nodeOf(lists.rest(list)))
      put(nodeOf(lists.keywordRest(list)))
      return fresh
    },
    read: (list) => ({
      positional: Array.from(cells.subarray(list + 1, keywordsAt(list))),
      keywords: Array.from(cells.subarray(keywordsAt(list) + 1, restAt(list))),
      rest: lists.rest(list),
      keywordRest: lists.keywordRest(list),
    }),
  }
  return lists

  function make({ positional, keywords, rest, keywordRest }: Arguments): number {
    const list = used
    reserve(positional.length + keywords.length + 4)
    put(positional.length)
    for (const node of positional) put(node)
    put(keywords.length / 2)
    for (const number of keywords) put(number)
    put(rest)
    put(keywordRest)
    return list
  }

  function indexOf(list: number, name: number): number {
    for (let k = 0; k < lists.keywords(list); k++) if (lists.keywordName(list, k) === name) return k
    return -1
  }

  function reserve(length: number): void {
    if (used + length > cells.length) cells = grown(cells, 2 * cells.length + length)
  }

  function put(value: number): void {
    cells[used++] = value
  }
}
