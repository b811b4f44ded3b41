import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../src/graph/define-query.ts'
import { openDatabase } from '../../src/graph/open-database.ts'
import { temporaryDirectory } from './temporary-database.ts'

const FUNCTION = { key: 'function:a.py::f', label: 'Function', props: { name: 'f' } } as const
const NOTHING = { putNodes: [], deleteNodes: [], putEdges: [], deleteEdges: [], moves: new Map() }

const usesOfFunctions = defineQuery({
  name: 'uses-of-functions',
  mode: 'read',
  params: z.object({}),
  row: z.object({ roles: z.array(z.string().nullable()) }),
  cypher: 'MATCH (f:Function) RETURN [(f)<-[u:USED]-() | u.role] AS roles',
})

const useFunction = defineQuery({
  name: 'use-function',
  mode: 'write',
  params: z.object({}),
  row: z.object({ role: z.string() }),
  cypher: "MATCH (f:Function) CREATE (:Episode)-[u:USED {role: 'subject'}]->(f) RETURN u.role AS role",
})

const addFunction = defineQuery({
  name: 'add-function',
  mode: 'write',
  params: z.object({}),
  row: z.object({ name: z.string() }),
  cypher: "MERGE (f:Function {key: 'function:f'}) SET f.name = 'f' RETURN f.name AS name",
})

it('a query that ran before the first edge of a label was written reads the properties of that edge afterwards', async () => {
  const database = await openDatabase({ dataDir: temporaryDirectory() })
  try {
    const graph = database.graph('repobrain:local:a/b')
    await graph.apply({ ...NOTHING, putNodes: [FUNCTION] })
    expect(await graph.run(usesOfFunctions, {})).toEqual([{ roles: [] }])
    await graph.run(useFunction, {})
    expect(await graph.run(usesOfFunctions, {})).toEqual([{ roles: ['subject'] }])
  } finally {
    await database.close()
  }
})

it('several processes may write to a new graph at the same moment', async () => {
  const dataDir = temporaryDirectory()
  const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ dataDir })))
  try {
    for (let round = 0; round < 5; round++) {
      const name = `repobrain:local:a/b${round}`
      await Promise.all(databases.map((database) => database.graph(name).run(addFunction, {})))
    }
  } finally {
    for (const database of databases) await database.close()
  }
})
