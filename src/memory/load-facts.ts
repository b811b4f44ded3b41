import { storedKey } from '../graph/entities.ts'
import { calledSignatures } from '../graph/queries/called-signatures.ts'
import { factAnchors, factDetails } from '../graph/queries/fact-details.ts'
import type { Graph } from '../graph/types.ts'
import { readCallee } from './baseline.ts'
import type { Fact, FactStanding } from './fact.ts'
import { anchorState, lastName, worstOf } from './fact-status.ts'

/** Facts by stored key, in that order, each with its status of this moment. */
export async function loadFacts(graph: Graph, keys: readonly string[]): Promise<Fact[]> {
  if (keys.length === 0) return []
  const [details, anchors] = await Promise.all([
    graph.run(factDetails, { keys: [...keys] }),
    graph.run(factAnchors, { keys: [...keys] }),
  ])
  const callees = [...new Set(anchors.flatMap((anchor) => anchor.callees.map((stored) => readCallee(stored).ref)))]
  const names = [...new Set(callees.map(lastName))]
  const called = callees.length === 0 ? [] : await graph.run(calledSignatures, { keys: callees.map(storedKey), names })
  const facts = details.map((row): Fact & { key: string } => {
    const own = anchors.filter(({ fact }) => fact === row.key)
    const states = own.map((anchor) => anchorState(anchor, called))
    const worst = worstOf(states)
    return {
      key: row.key,
      id: row.id,
      ref: row.ref,
      text: row.text,
      scope: row.scope,
      topic: row.topic,
      standing: standingOf(row),
      ...worst,
      about: own.map(({ ref, name, path }, index) => ({
        ref,
        name: name ?? ref,
        path,
        status: states[index]?.status ?? 'unknown',
      })),
      sources: row.sources.sort((a, b) => a.at.localeCompare(b.at)),
      confirmedBy: row.confirmed_by,
      confirmedAt: row.confirmed_at,
      endedAt: row.superseded_at ?? row.retired_at,
    }
  })
  return keys.flatMap((key) => {
    const fact = facts.find((each) => each.key === key)
    if (fact === undefined) return []
    const { key: _, ...rest } = fact
    return [rest]
  })
}

function standingOf(row: { readonly retired_at: string | null; readonly superseded_by: string | null }): FactStanding {
  if (row.retired_at !== null) return 'retired'
  return row.superseded_by === null ? 'held' : 'superseded'
}
