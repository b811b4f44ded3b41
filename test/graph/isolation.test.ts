import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../src/graph/define-query.ts'
import type { Database } from '../../src/graph/types.ts'
import { NO_CHANGES, temporaryDatabase } from './temporary-database.ts'

const versionsSeen = defineQuery({
  name: 'versions-seen',
  mode: 'read',
  params: z.object({}),
  row: z.object({ versions: z.array(z.number()), nodes: z.number() }),
  cypher: `MATCH (f:Function) WITH collect(DISTINCT f.version) AS functions, count(f) AS nodes
MATCH ()-[e:CALLS]->() WITH functions, nodes, collect(DISTINCT e.version) AS calls
RETURN functions + calls AS versions, nodes`,
})

const SIZE = 400

/** A graph in which every node and every edge carries the same version; odd versions have one node more. */
function worldAt(version: number) {
  const names = Array.from({ length: SIZE + (version % 2) }, (_, index) => `function:a.py::f${index}`)
  const extra = version % 2 === 0 ? [`function:a.py::f${SIZE}`] : []
  return {
    ...NO_CHANGES,
    putNodes: names.map((key) => ({ key, label: 'Function' as const, props: { version } })),
    putEdges: names.slice(1).map((to) => ({ label: 'CALLS' as const, from: names[0] ?? '', to, props: { version } })),
    deleteNodes: version === 0 ? [] : extra.map((key) => ({ key, label: 'Function' as const })),
  }
}

describe('a reader during a sync', () => {
  let reader: Database
  const writers: Record<string, Database> = {}
  beforeAll(async () => {
    const first = await temporaryDatabase({ rebuildFrom: Number.POSITIVE_INFINITY })
    const { dataDir } = first
    writers['one query'] = first.database
    writers['a copy put in place'] = (await temporaryDatabase({ dataDir, rebuildFrom: 0 })).database
    reader = (await temporaryDatabase({ dataDir })).database
  })

  it.each(['one query', 'a copy put in place'])('sees the old state or the new one, written as %s', async (how) => {
    const graph = writers[how]?.graph(how)
    await graph?.apply(worldAt(0))
    let done = false
    const torn: unknown[] = []
    let last = 0
    const reading = Array.from({ length: 3 }, async () => {
      while (!done) {
        const [seen] = await reader.graph(how).run(versionsSeen, {})
        const [version, ...others] = new Set(seen?.versions)
        const whole = others.length === 0 && seen?.nodes === SIZE + ((version ?? 0) % 2)
        if (!whole) torn.push(seen)
        last = Math.max(last, version ?? 0)
      }
    })
    for (let version = 1; version <= 20; version++) await graph?.apply(worldAt(version))
    done = true
    await Promise.all(reading)
    expect(torn).toEqual([])
    expect(last).toBeGreaterThan(1)
  })

  it('loses nothing that another process writes while a copy is made', async () => {
    const note = defineQuery({
      name: 'note',
      mode: 'write',
      params: z.object({ key: z.string() }),
      row: z.object({ key: z.string() }),
      cypher: 'MERGE (f:Fact {key: $key}) RETURN f.key AS key',
    })
    const countFacts = defineQuery({
      name: 'count-facts',
      mode: 'read',
      params: z.object({}),
      row: z.object({ facts: z.number() }),
      cypher: 'MATCH (f:Fact) RETURN count(f) AS facts',
    })
    const graph = writers['a copy put in place']?.graph('busy')
    await graph?.apply(worldAt(0))
    let syncing = true
    let noted = 0
    const remembering = (async () => {
      while (syncing) await reader.graph('busy').run(note, { key: `fact:${noted++}` })
    })()
    for (let version = 1; version <= 10; version++) await graph?.apply(worldAt(version))
    syncing = false
    await remembering
    expect(await reader.graph('busy').run(countFacts, {})).toEqual([{ facts: noted }])
    const [seen] = await reader.graph('busy').run(versionsSeen, {})
    expect(new Set(seen?.versions)).toEqual(new Set([10]))
  })
})
