import type { Send } from './connection.ts'

/**
 * Names of the stored graphs, sorted, copies under way left out. GRAPH.LIST is no help: for a moment after a graph is deleted
 * it knows none at all, or still the deleted one (FalkorDB 4.16).
 */
export async function listGraphs(send: Send): Promise<string[]> {
  const names = new Set<string>()
  let cursor = '0'
  do {
    const reply = await send(['SCAN', cursor, 'TYPE', 'graphdata', 'COUNT', '1000'])
    const [next, keys] = reply as [string, string[]]
    for (const key of keys) names.add(key)
    cursor = next
  } while (cursor !== '0')
  return [...names].filter((name) => !isCopy(name)).toSorted()
}

/** A changed copy of a graph, under the name by which `applyChanges` loads it before it takes the graph's place. */
const isCopy = (name: string) => /^\{.*\}:copy:/.test(name)
