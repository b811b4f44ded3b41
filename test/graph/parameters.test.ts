import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../src/graph/define-query.ts'
import type { Properties } from '../../src/graph/entities.ts'
import { encodeParameters, ParameterError } from '../../src/graph/parameters.ts'
import type { Graph } from '../../src/graph/types.ts'
import { NO_CHANGES, temporaryDatabase } from './temporary-database.ts'

const NASTY_TEXTS = [
  'a\\"b',
  'ends with \\',
  `\${x}`,
  '$name',
  'line1\nline2',
  'line1\r\nline2\ttab',
  '`tick`',
  '"}) DETACH DELETE (n) //',
  "it's",
  '\\u0041 \\n \\x',
  '\u0001\u001f\u007f\u0085\u2028\ufeff',
  '€ 👍🏽 漢字 é',
  '',
  ' blank edges ',
  'CYPHER a=1 RETURN $a',
  '\\'.repeat(7),
]

const echo = defineQuery({
  name: 'echo',
  mode: 'read',
  params: z.object({ value: z.unknown() }),
  row: z.object({ value: z.unknown() }),
  cypher: 'RETURN $value AS value',
})

const countNodes = defineQuery({
  name: 'count-nodes',
  mode: 'read',
  params: z.object({}),
  row: z.object({ count: z.number() }),
  cypher: 'MATCH (n) RETURN count(n) AS count',
})

const propsOf = defineQuery({
  name: 'props-of',
  mode: 'read',
  params: z.object({ ref: z.string() }),
  row: z.object({ props: z.record(z.string(), z.unknown()) }),
  cypher: 'MATCH (f:Function) WHERE f.ref = $ref RETURN properties(f) AS props',
})

const withProps = (name: string, props: Properties) => ({
  key: `function:a.py::${name}`,
  label: 'Function' as const,
  props: { name, ...props },
})

describe('G1: what goes into the database comes back byte for byte, or is refused before it is sent', () => {
  let graph: Graph
  beforeAll(async () => {
    graph = (await temporaryDatabase()).database.graph('g')
    await graph.apply({ ...NO_CHANGES, putNodes: [withProps('bystander', {})] })
  })

  const roundTrip = async (value: unknown) => (await graph.run(echo, { value }))[0]?.value

  it.each(NASTY_TEXTS)('the text %j, as parameter, as property of a first load and of a small change', async (text) => {
    expect(await roundTrip(text)).toBe(text)
    expect(await roundTrip([{ inner: text }])).toEqual([{ inner: text }])

    const [{ count } = { count: 0 }] = await graph.run(countNodes, {})
    await graph.apply({ ...NO_CHANGES, putNodes: [withProps('nasty', { text, texts: [text, text] })] })
    const [found] = await graph.run(propsOf, { ref: 'function:a.py::nasty' })
    expect(found?.props).toMatchObject({ text, texts: [text, text] })
    await graph.apply({ ...NO_CHANGES, deleteNodes: [{ key: 'function:a.py::nasty', label: 'Function' }] })
    expect(await graph.run(countNodes, {})).toEqual([{ count }])
  })

  it.each([0, -1, 1.5, -2.25e-7, 1e15, 2 ** 52 + 1, -(2 ** 52) - 1, 0.1, 123456.789012345, true, false, null])(
    'the value %j',
    async (value) => {
      expect(await roundTrip(value)).toBe(value)
    },
  )

  it('maps with odd keys', async () => {
    const map = { 'pr-number': 5, '@type': 'x', 'a b': [1, [2]], END: null, é: { '"': true } }
    expect(await roundTrip(map)).toEqual(map)
  })

  it('any plain text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        fc.pre(!text.includes('\0'))
        expect(await roundTrip(text)).toBe(text)
      }),
      { numRuns: 200 },
    )
  })

  it.each<[name: string, value: unknown, place: string]>([
    ['undefined', { title: undefined }, 'value.title'],
    ['NaN', { score: Number.NaN }, 'value.score'],
    ['infinity', [1, Number.POSITIVE_INFINITY], 'value[1]'],
    ['a large integer', { big: 2 ** 53 + 1 }, 'value.big'],
    ['the largest safe integer, which the client misreads', Number.MAX_SAFE_INTEGER, 'value'],
    ['a number of 17 digits', 0.1 + 0.2, 'value'],
    ['a bigint', 5n, 'value'],
    ['NUL', { deep: [{ text: 'a\0b' }] }, 'value.deep[0].text'],
    ['half a surrogate pair', '\ud800', 'value'],
    ['a date', new Date(0), 'value'],
    ['a map', new Map([[1, 2]]), 'value'],
    ['a buffer', Buffer.from('x'), 'value'],
    ['a function', () => 1, 'value'],
    ['a symbol', Symbol('x'), 'value'],
    ['a map key with a back-tick', { 'a`b': 1 }, 'value'],
    ['an empty map key', { '': 1 }, 'value'],
  ])('refuses %s and names the place', async (_, value, place) => {
    expect(() => encodeParameters({ value })).toThrow(ParameterError)
    await expect(graph.run(echo, { value })).rejects.toMatchObject({ name: 'ParameterError', path: place })
  })

  it('refuses parameter names that are none', () => {
    expect(() => encodeParameters({ 'a=1 b': 1 })).toThrow(ParameterError)
  })

  it.each([
    ['a small change', 1],
    ['a large one', 12_000],
  ])(
    'one bad item in %s loses nothing: the change is refused with its name, and passes without it',
    async (_, size) => {
      const good = Array.from({ length: size }, (_, index) => withProps(`good_${index}`, {}))
      const bad = withProps('bad', { text: 'a\0b' })
      await expect(graph.apply({ ...NO_CHANGES, putNodes: [...good, bad] })).rejects.toThrow(
        /function:a\.py::bad.*text.*NUL/,
      )
      expect(await graph.run(propsOf, { ref: 'function:a.py::good_0' })).toEqual([])
      await graph.apply({ ...NO_CHANGES, putNodes: good })
      const [found] = await graph.run(propsOf, { ref: `function:a.py::good_${size - 1}` })
      expect(found).toBeDefined()
      await graph.apply({ ...NO_CHANGES, deleteNodes: good })
    },
  )

  it('a node whose label does not fit its key is refused', async () => {
    const odd = { key: 'function:a.py::x', label: 'File' as const, props: {} }
    await expect(graph.apply({ ...NO_CHANGES, putNodes: [odd] })).rejects.toMatchObject({ name: 'GraphChangesError' })
  })
})
