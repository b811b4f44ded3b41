import { beforeAll, expect, it } from 'vitest'
import { formerNames } from '../../../src/graph/queries/former-names.ts'
import type { Graph } from '../../../src/graph/types.ts'
import { writeShop } from '../../fixtures/graphs/shop.ts'
import { temporaryDatabase } from '../temporary-database.ts'

let graph: Graph

beforeAll(async () => {
  const { database } = await temporaryDatabase()
  graph = database.graph('repobrain:local:test/shop')
  await writeShop(graph)
})

it.each([
  ['Cart.put', ['function:shop/cart.py::Cart.add_item']],
  ['put', ['function:shop/cart.py::Cart.add_item']],
  ['add_item', []],
  ['ut', []],
  ['', []],
])('%j finds whom it was the name of, or the end of the name', async (name, refs) => {
  expect((await graph.run(formerNames, { name })).map(({ ref }) => ref)).toEqual(refs)
})
