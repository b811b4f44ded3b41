import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../src/graph/define-query.ts'
import { definitionKey, type GraphEdge, type GraphNode, pullRequestKey, storedKey } from '../../src/graph/entities.ts'
import type { Database, Graph, GraphChanges } from '../../src/graph/types.ts'
import { NO_CHANGES, temporaryDatabase } from './temporary-database.ts'

const nodesQuery = defineQuery({
  name: 'all-nodes',
  mode: 'read',
  params: z.object({}),
  row: z.object({ key: z.string(), label: z.string(), props: z.record(z.string(), z.unknown()) }),
  cypher: 'MATCH (n) RETURN n.key AS key, labels(n)[0] AS label, properties(n) AS props ORDER BY key',
})

const edgesQuery = defineQuery({
  name: 'all-edges',
  mode: 'read',
  params: z.object({}),
  row: z.object({ from: z.string(), label: z.string(), to: z.string(), props: z.record(z.string(), z.unknown()) }),
  cypher: `MATCH (a)-[e]->(b)
RETURN a.key AS from, type(e) AS label, b.key AS to, properties(e) AS props ORDER BY from, label, to`,
})

const contents = async (graph: Graph) => ({
  nodes: await graph.run(nodesQuery, {}),
  edges: await graph.run(edgesQuery, {}),
})

const rememberAbout = defineQuery({
  name: 'remember-about',
  mode: 'write',
  params: z.object({ fact: z.string(), key: z.string() }),
  row: z.object({ found: z.number() }),
  cypher: `MATCH (f:Function {key: $key}) MERGE (m:Fact {key: $fact}) MERGE (m)-[e:ABOUT]->(f) SET e.fingerprint = '1:x'
RETURN count(f) AS found`,
})

const fn = (name: string, props: GraphNode['props'] = {}): GraphNode => ({
  key: definitionKey('function', 'src/a.py', name, 0),
  label: 'Function',
  props: { name, ...props },
})
const pr = (number: number): GraphNode => ({ key: pullRequestKey(number), label: 'PullRequest', props: { number } })
const modifies = (number: number, name: string, props: GraphEdge['props'] = { kind: 'changed' }): GraphEdge => ({
  label: 'MODIFIES',
  from: pullRequestKey(number),
  to: fn(name).key,
  props,
})

describe('applying changes', () => {
  let querying: Database
  let copying: Database
  let count = 0
  beforeAll(async () => {
    const { dataDir, database } = await temporaryDatabase({ rebuildFrom: Number.POSITIVE_INFINITY })
    querying = database
    copying = (await temporaryDatabase({ dataDir, rebuildFrom: 0 })).database
  })

  describe.each([
    ['as one query', () => querying],
    ['as a copy put in place', () => copying],
  ])('%s', (_, database) => {
    const graphWith = async (nodes: readonly GraphNode[], edges: readonly GraphEdge[] = []) => {
      const graph = database().graph(`g${count++}`)
      await graph.apply({ ...NO_CHANGES, putNodes: nodes, putEdges: edges })
      return graph
    }
    const apply = (graph: Graph, changes: Partial<GraphChanges>) => graph.apply({ ...NO_CHANGES, ...changes })

    it('puts nodes and edges with their properties, and replaces all properties of those that exist', async () => {
      const graph = await graphWith(
        [fn('f', { old: 1, gone: false }), pr(1)],
        [modifies(1, 'f', { kind: 'added', added: 9 })],
      )
      await apply(graph, {
        putNodes: [fn('f', { lines: [1, 2], note: null })],
        putEdges: [modifies(1, 'f', { kind: 'moved' })],
      })
      const key = storedKey(fn('f').key)
      expect(await contents(graph)).toEqual({
        nodes: [
          { key, label: 'Function', props: { key, ref: fn('f').key, name: 'f', lines: [1, 2] } },
          { key: 'pr:1', label: 'PullRequest', props: { key: 'pr:1', ref: 'pr:1', number: 1 } },
        ],
        edges: [{ from: 'pr:1', label: 'MODIFIES', to: key, props: { kind: 'moved' } }],
      })
    })

    it('deletes edges and nodes, and the edges of a node with it', async () => {
      const graph = await graphWith([fn('f'), fn('g'), pr(1)], [modifies(1, 'f'), modifies(1, 'g')])
      await apply(graph, {
        deleteNodes: [fn('f')],
        deleteEdges: [modifies(1, 'g')],
      })
      const { nodes, edges } = await contents(graph)
      expect(nodes.map(({ props }) => props.ref)).toEqual([fn('g').key, 'pr:1'])
      expect(edges).toEqual([])
    })

    it('lets what is remembered follow a moved function, with the properties of the edge', async () => {
      const graph = await graphWith([fn('old')])
      await graph.run(rememberAbout, { fact: 'fact:1', key: storedKey(fn('old').key) })
      await apply(graph, {
        putNodes: [fn('new')],
        deleteNodes: [fn('old')],
        moves: new Map([[fn('old').key, fn('new').key]]),
      })
      const { nodes, edges } = await contents(graph)
      expect(nodes.map(({ label }) => label).toSorted()).toEqual(['Fact', 'Function'])
      expect(edges).toEqual([
        { from: 'fact:1', label: 'ABOUT', to: storedKey(fn('new').key), props: { fingerprint: '1:x' } },
      ])
    })

    it('keeps a deleted node that memory points at, marked as gone', async () => {
      const graph = await graphWith([fn('f', { gone: false }), pr(1)], [modifies(1, 'f')])
      await graph.run(rememberAbout, { fact: 'fact:1', key: storedKey(fn('f').key) })
      await apply(graph, { deleteNodes: [fn('f')], deleteEdges: [modifies(1, 'f')] })
      const { nodes, edges } = await contents(graph)
      expect(nodes.find(({ label }) => label === 'Function')?.props).toMatchObject({ name: 'f', gone: true })
      expect(edges.map(({ label }) => label)).toEqual(['ABOUT'])
    })

    it('refuses an edge to a node that does not exist, and writes nothing', async () => {
      const graph = await graphWith([fn('f')])
      const before = await contents(graph)
      await expect(apply(graph, { putNodes: [pr(1)], putEdges: [modifies(1, 'nowhere')] })).rejects.toThrow(
        /do not exist: function:src\/a\.py::nowhere/,
      )
      expect(await contents(graph)).toEqual(before)
    })
  })

  it('does nothing at all for no changes', async () => {
    const graph = querying.graph('none')
    await graph.apply(NO_CHANGES)
    expect(await graph.exists()).toBe(false)
  })

  it('leads to the same graph by one query and by a copy, whatever the changes', async () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const edge = fc.record({ from: names, to: names, label: fc.constantFrom('CALLS' as const, 'ABOUT' as const) })
    const step = fc.record({
      put: fc.array(fc.tuple(names, fc.nat(3)), { maxLength: 4 }),
      putEdges: fc.array(edge, { maxLength: 6 }),
      deleteEdges: fc.array(edge, { maxLength: 3 }),
      doomed: fc.uniqueArray(names, { maxLength: 2 }),
      move: fc.option(fc.tuple(names, names), { nil: null }),
    })
    const key = (name: string) => fn(name).key
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const queried = querying.graph(`q${count}`)
        const copied = copying.graph(`c${count++}`)
        for (const graph of [queried, copied]) await graph.apply({ ...NO_CHANGES, putNodes: [fn('start')] })
        const alive = new Set<string>()
        for (const { put, putEdges, deleteEdges, doomed, move } of steps) {
          const putNodes = new Map(put.map(([name, version]) => [name, fn(name, { version })]))
          for (const name of putNodes.keys()) alive.add(name)
          const gone = doomed.filter((name) => !putNodes.has(name))
          // A deleted node may stay because memory holds it; the next steps then simply do not use it.
          for (const name of gone) alive.delete(name)
          const edges = new Map(putEdges.map((e) => [`${e.label} ${e.from} ${e.to}`, e]))
          const named = (e: { label: GraphEdge['label']; from: string; to: string }) => ({
            label: e.label,
            from: key(e.from),
            to: key(e.to),
            props: { version: put.length },
          })
          const changes = {
            putNodes: [...putNodes.values()],
            putEdges: [...edges.values()].filter((e) => alive.has(e.from) && alive.has(e.to)).map(named),
            deleteEdges: deleteEdges.map(named),
            deleteNodes: gone.map((name) => fn(name)),
            moves: new Map(move && alive.has(move[1]) && move[0] !== move[1] ? [[key(move[0]), key(move[1])]] : []),
          }
          await queried.apply(changes)
          await copied.apply(changes)
        }
        expect(await contents(copied)).toEqual(await contents(queried))
      }),
      { numRuns: 40 },
    )
  })
})
