import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../src/graph/define-query.ts'
import type { Database, Graph, NamedQuery, QueryRun } from '../../src/graph/types.ts'
import { NO_CHANGES } from './temporary-database.ts'

const namesOf = defineQuery({
  name: 'names-of',
  mode: 'read',
  params: z.object({ path: z.string() }),
  row: z.object({ name: z.string(), line: z.number().nullable() }),
  cypher: 'MATCH (f:Function) WHERE f.path = $path RETURN f.name AS name, f.start_line AS line ORDER BY name',
})

const remember = defineQuery({
  name: 'remember-fact',
  mode: 'write',
  params: z.object({ key: z.string(), text: z.string() }),
  row: z.object({ text: z.string() }),
  cypher: 'MERGE (f:Fact {key: $key}) SET f.text = $text RETURN f.text AS text',
})

const functionNode = (name: string, line: number | null = null) => ({
  key: `function:a.py::${name}`,
  label: 'Function' as const,
  props: { name, path: 'a.py', start_line: line },
})

/** What every implementation of `Database` does. */
export function describeDatabase(
  title: string,
  open: () => Promise<{ database: Database; stop(): Promise<void> }>,
): void {
  describe(title, () => {
    let database: Database
    let graph: Graph
    let stop: () => Promise<void>
    beforeAll(async () => {
      ;({ database, stop } = await open())
      graph = database.graph('repobrain:test:acme/shop')
      await graph.apply({ ...NO_CHANGES, putNodes: [functionNode('b', 7), functionNode('a')] })
    })
    afterAll(() => stop())

    it('returns rows by column name, null where a property is missing', async () => {
      expect(await graph.run(namesOf, { path: 'a.py' })).toEqual([
        { name: 'a', line: null },
        { name: 'b', line: 7 },
      ])
      expect(await graph.run(namesOf, { path: 'none.py' })).toEqual([])
    })

    it('writes with a write query', async () => {
      expect(await graph.run(remember, { key: 'fact:1', text: 'x' })).toEqual([{ text: 'x' }])
    })

    it('refuses to write in a read query', async () => {
      const sneaky: NamedQuery<{ key: string; text: string }, { text: string }> = { ...remember, mode: 'read' }
      await expect(graph.run(sneaky, { key: 'fact:2', text: 'x' })).rejects.toMatchObject({ name: 'UpstreamError' })
    })

    it('ends a read query that takes too long', async () => {
      const slow = defineQuery({
        name: 'slow',
        mode: 'read',
        params: z.object({}),
        row: z.object({ n: z.number() }),
        timeoutMs: 50,
        cypher: 'UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN count(a * b) AS n',
      })
      await expect(graph.run(slow, {})).rejects.toMatchObject({ name: 'UpstreamError', retryable: false })
    })

    it('refuses parameters of another type, naming query and parameter', async () => {
      await expect(graph.run(namesOf, { path: 5 as unknown as string })).rejects.toMatchObject({
        name: 'ParameterError',
        path: 'names-of: path',
      })
    })

    it('refuses rows of another shape, naming query and column', async () => {
      const wrong = { ...namesOf, row: z.object({ name: z.number() }) }
      await expect(graph.run(wrong, { path: 'a.py' })).rejects.toThrow(/names-of.*name/)
    })

    it('refuses whole nodes', async () => {
      const whole = defineQuery({
        name: 'whole-nodes',
        mode: 'read',
        params: z.object({}),
        row: z.object({ f: z.unknown() }),
        cypher: 'MATCH (f:Function) RETURN f',
      })
      await expect(graph.run(whole, {})).rejects.toThrow(/whole nodes/)
    })

    it('says that a graph does not exist rather than that it is empty', async () => {
      const absent = database.graph('repobrain:test:acme/none')
      expect(await absent.exists()).toBe(false)
      await expect(absent.run(namesOf, { path: 'a.py' })).rejects.toMatchObject({ name: 'NotFoundError' })
    })

    it('creates a graph with its indexes at the first write, and deletes it whole', async () => {
      const fresh = database.graph('repobrain:test:acme/fresh')
      await fresh.run(remember, { key: 'fact:1', text: 'x' })
      expect(await database.graphs()).toEqual(['repobrain:test:acme/fresh', 'repobrain:test:acme/shop'])
      await fresh.delete()
      expect(await fresh.exists()).toBe(false)
      expect(await database.graphs()).toEqual(['repobrain:test:acme/shop'])
    })

    it('reports every run of a recorded graph, and none of the plain one', async () => {
      const runs: QueryRun[] = []
      await graph.recorded((run) => runs.push(run)).run(namesOf, { path: 'a.py' })
      await graph.run(namesOf, { path: 'a.py' })
      expect(runs).toEqual([
        {
          name: 'names-of',
          cypher: namesOf.cypher,
          params: { path: 'a.py' },
          ms: expect.any(Number),
          rows: 2,
          digest: expect.any(String),
        },
      ])
    })

    it('answers a quick query while a slow one runs', async () => {
      const slow = defineQuery({
        name: 'slow',
        mode: 'read',
        params: z.object({}),
        row: z.object({ n: z.number() }),
        timeoutMs: 1000,
        cypher: 'UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN count(a * b) AS n',
      })
      const ended: string[] = []
      const long = graph.run(slow, {}).catch(() => ended.push('slow'))
      await graph.run(namesOf, { path: 'a.py' })
      ended.push('quick')
      await long
      expect(ended).toEqual(['quick', 'slow'])
    })

    it('tells server, module and persistence', async () => {
      expect(await database.info()).toMatchObject({
        server: expect.stringMatching(/^(valkey|redis) \d+\./),
        module: expect.stringMatching(/^falkordb 4\./),
        appendOnly: true,
        lastWriteOk: true,
      })
    })
  })
}
