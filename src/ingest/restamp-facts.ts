import type { GraphNode } from '../graph/entities.ts'
import { currentFacts, restampFacts } from '../graph/queries/restamp-facts.ts'
import type { Graph } from '../graph/types.ts'

/**
 * Makes a change of the graph; when it brings fingerprints of another version of the algorithm, the facts that were current
 * before get them too, since the code did not change.
 */
export async function restampAround(
  graph: Graph,
  desired: readonly GraphNode[],
  apply: () => Promise<void>,
): Promise<void> {
  const current = (await graph.exists()) ? await graph.run(currentFacts, {}) : []
  const prints = new Map(current.length === 0 ? [] : desired.map(({ key, props }) => [key, props.fingerprint]))
  const others = current.filter(({ ref, fingerprint }) => {
    const next = prints.get(ref)
    return typeof next === 'string' && versionOf(next) !== versionOf(fingerprint)
  })
  await apply()
  const facts = others.map(({ ref: _, ...fact }) => fact)
  if (facts.length > 0) await graph.run(restampFacts, { facts })
}

const versionOf = (fingerprint: string) => fingerprint.slice(0, fingerprint.indexOf(':'))
