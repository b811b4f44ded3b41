import { expect, it } from 'vitest'
import { openDatabase } from '../../src/graph/open-database.ts'
import { functionsWorded } from '../../src/graph/queries/functions-worded.ts'
import { NO_CHANGES, temporaryDirectory } from './temporary-database.ts'

it('words are found by the first search after the server has started', async () => {
  const dataDir = temporaryDirectory()
  const first = await openDatabase({ dataDir })
  const putNodes = Array.from({ length: 20_000 }, (_, index) => ({
    key: `function:a.py::f${index}`,
    label: 'Function' as const,
    props: { name: `f${index}`, qualified_name: `f${index}`, path: 'a.py', words: `f${index} needle${index % 500}` },
  }))
  await first.graph('g').apply({ ...NO_CHANGES, putNodes })
  await first.close()

  const again = await openDatabase({ dataDir })
  expect(await again.graph('g').run(functionsWorded, { query: 'needle7', limit: 100 })).toHaveLength(40)
  await again.close()
})
