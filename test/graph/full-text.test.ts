import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../src/graph/define-query.ts'
import { textSearch } from '../../src/graph/full-text.ts'
import type { Graph } from '../../src/graph/types.ts'
import { NO_CHANGES, temporaryDatabase } from './temporary-database.ts'

const NAMES: readonly [name: string, words: string][] = [
  ['foo_bar', 'foo bar'],
  ['__init__', 'init'],
  ['parse', 'parse'],
  ['parse_args', 'parse args'],
  ['v1', 'v1'],
  ['is_safe', 'is safe'],
  ['c', 'c'],
  ['unrelated', 'unrelated'],
]

const namedExactly = defineQuery({
  name: 'named-exactly',
  mode: 'read',
  params: z.object({ names: z.array(z.string()) }),
  row: z.object({ name: z.string() }),
  cypher: 'MATCH (f:Function) WHERE f.name IN $names RETURN f.name AS name',
})

const withWords = defineQuery({
  name: 'with-words',
  mode: 'read',
  params: z.object({ query: z.string() }),
  row: z.object({ name: z.string() }),
  cypher: `CALL db.idx.fulltext.queryNodes('Function', $query) YIELD node, score
RETURN node.name AS name ORDER BY score DESC, name`,
})

describe('G3: any text can be searched for', () => {
  let graph: Graph
  beforeAll(async () => {
    graph = (await temporaryDatabase()).database.graph('g')
    const putNodes = NAMES.map(([name, words]) => ({
      key: `function:a.py::${name}`,
      label: 'Function' as const,
      props: { name, qualified_name: name, path: 'a.py', words },
    }))
    await graph.apply({ ...NO_CHANGES, putNodes })
  })

  /** Exact names first, then what shares a word; null: nothing to search for. */
  async function search(text: string): Promise<string[] | null> {
    const wanted = textSearch(text)
    if (wanted === null) return null
    const exact = await graph.run(namedExactly, { names: [...wanted.identifiers] })
    const similar = wanted.query === null ? [] : await graph.run(withWords, { query: wanted.query })
    return [...new Set([...exact, ...similar].map(({ name }) => name))]
  }

  it.each<[text: string, found: string[]]>([
    ['foo-bar', ['foo_bar']],
    ['foo_bar', ['foo_bar']],
    ['fooBar', ['foo_bar']],
    ['__init__', ['__init__']],
    ['a:b', []],
    ['`parse()`', ['parse', 'parse_args']],
    ['src/api/v1.py', ['v1']],
    ['C++', ['c']],
    ['repo acme-web', []],
    ['(a|b)', []],
    ['100%', []],
    ['name with @ and {}', []],
    ['is_safe?', ['is_safe']],
    ["parse' OR 1=1 //", ['parse', 'parse_args']],
    ['"parse', ['parse', 'parse_args']],
    ['@words:{parse}', ['parse', 'parse_args']],
    ['par*', []],
    ['-parse ~args', ['parse', 'parse_args']],
    ['$parse => {', ['parse', 'parse_args']],
    ['パース 解析 naïve', []],
    ['parse\u0000\\', ['parse', 'parse_args']],
  ])('finds for %j: %j', async (text, found) => {
    const names = await search(text)
    expect(names?.[0]).toBe(found[0])
    expect(new Set(names)).toEqual(new Set(found))
  })

  it('leaves out words that are too long for a name', async () => {
    expect(await search(`${'x'.repeat(5000)} parse`)).toEqual(['parse', 'parse_args'])
  })

  it.each(['_', '"the"', '???', 'the', '', '   ', '__ -- !!', 'what is it?', '()'])(
    'finds nothing to search for in %j',
    async (text) => {
      expect(await search(text)).toBeNull()
    },
  )
})
