import { beforeAll, describe, expect, it } from 'vitest'
import { storedKey } from '../../../src/graph/entities.ts'
import {
  classHistory,
  fileHistory,
  folderHistory,
  type HistoryRow,
  history,
} from '../../../src/graph/queries/history.ts'
import type { Graph } from '../../../src/graph/types.ts'
import { writeShop } from '../../fixtures/graphs/shop.ts'
import { temporaryDatabase } from '../temporary-database.ts'

let graph: Graph

beforeAll(async () => {
  const { database } = await temporaryDatabase()
  graph = database.graph('repobrain:local:test/shop')
  await writeShop(graph)
})

const inBrief = (rows: readonly HistoryRow[]) =>
  rows.map(({ number, sha, did }) => `${number ?? sha?.slice(0, 7)} ${did}`)
const names = (people: readonly { login: string | null }[]) => people.map(({ login }) => login)
const keyed = (key: string) => ({ key: storedKey(key) })

describe('the history', () => {
  it('of a function has its changes newest first, each with its people and issues', async () => {
    const rows = await graph.run(history, keyed('function:shop/pay.py::charge'))
    expect(inBrief(rows)).toEqual(['13 changed', '12 signature', '9 changed', '8 changed', '5 changed', '3 added'])
    expect(rows.map(({ authors }) => names(authors))).toEqual([
      ['cy'],
      ['ana'],
      ['bo'],
      ['dependabot[bot]'],
      ['cy'],
      ['ana'],
    ])
    expect(rows.map(({ carried }) => carried)).toEqual([true, false, false, false, false, false])
    expect(rows[1]).toMatchObject({
      added: 4,
      removed: 3,
      breadth: 1,
      reviewers: [{ login: 'bo', state: 'APPROVED', at: '2025-04-30T00:00:00Z' }],
      mergers: [{ login: 'bo' }],
      issues: [{ number: 10, title: 'Totals are off by one cent', how: 'keyword' }],
    })
    expect(rows[2]).toMatchObject({ reviewers: [], mergers: [], issues: [{ number: 7 }] })
  })

  it('of a class has the changes of what it defines', async () => {
    const rows = await graph.run(classHistory, { ...keyed('class:shop/cart.py::Cart'), limit: 200 })
    expect(inBrief(rows)).toEqual(['17 changed', '15 moved', '14 changed', '5 changed'])
    const newest = await graph.run(classHistory, { ...keyed('class:shop/cart.py::Cart'), limit: 2 })
    expect(newest).toEqual(rows.slice(0, 2))
    expect(rows[2]).toMatchObject({ was_path: null, was_qualified_name: 'Cart.put' })
  })

  it('of a file sums up what each change did in it, gone functions included', async () => {
    const rows = await graph.run(fileHistory, { path: 'shop/cart.py', limit: 200 })
    expect(inBrief(rows)).toEqual(['17 changed', '16 deleted', '15 moved', '14 changed', '5 changed'])
    expect(rows.at(-1)).toMatchObject({ added: 3, removed: 3, breadth: 6 })
  })

  it('of a folder counts only what lies in it; the newest are kept', async () => {
    const folder = { from: 'shop/', to: 'shop0' }
    const rows = await graph.run(folderHistory, { ...folder, limit: 200 })
    expect(inBrief(rows).slice(0, 3)).toEqual(['13 changed', '12 signature', '17 changed'])
    expect(inBrief(rows).at(-1)).toBe('feedbee added')
    expect(rows.find(({ number }) => number === 5)).toMatchObject({ added: 7, removed: 7 })
    expect(inBrief(await graph.run(folderHistory, { ...folder, limit: 2 }))).toEqual(['13 changed', '12 signature'])
    expect(await graph.run(folderHistory, { from: 'shop/pay/', to: 'shop/pay0', limit: 200 })).toEqual([])
  })
})
