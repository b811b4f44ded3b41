/** A process of its own: opens the database of a directory, writes one fact, waits until stdin ends and leaves. */
import { once } from 'node:events'
import { z } from 'zod'
import { defineQuery } from '../../../src/graph/define-query.ts'
import { openDatabase } from '../../../src/graph/open-database.ts'

const [, , dataDir = '', key = ''] = process.argv
const writeFact = defineQuery({
  name: 'write-fact',
  mode: 'write',
  params: z.object({ key: z.string() }),
  row: z.object({ key: z.string() }),
  cypher: 'MERGE (f:Fact {key: $key}) RETURN f.key AS key',
})

const database = await openDatabase({ dataDir })
await database.graph('g').run(writeFact, { key })
process.stdout.write('written\n')
process.stdin.resume()
await once(process.stdin, 'end')
await database.close()
