/** What people do with a fact: confirm it, take it out of use, have it forgotten. */
import { storedKey } from '../graph/entities.ts'
import {
  confirmFact as confirmQuery,
  forgetFact as forgetQuery,
  retireFact as retireQuery,
} from '../graph/queries/change-fact.ts'
import type { Graph } from '../graph/types.ts'
import { readBaselines } from './baseline.ts'
import type { Fact } from './fact.ts'
import { loadFacts } from './load-facts.ts'

interface By {
  readonly person: string | null
  readonly at: Date
}

/** Somebody looked again: the code of today is the baseline from now on. */
export async function confirmFact(graph: Graph, fact: Fact, { person, at }: By): Promise<Fact> {
  const baselines = await readBaselines(
    graph,
    fact.about.map(({ ref }) => ref),
  )
  const anchors = baselines.map(({ ref, props }) => ({ key: storedKey(ref), props }))
  await graph.run(confirmQuery, { key: storedKey(fact.ref), by: person, at: at.toISOString(), anchors })
  const [confirmed] = await loadFacts(graph, [storedKey(fact.ref)])
  return confirmed ?? fact
}

/** It is no longer said in answers; as history it stays. */
export async function retireFact(graph: Graph, fact: Fact, { person, at }: By): Promise<void> {
  await graph.run(retireQuery, { key: storedKey(fact.ref), by: person, at: at.toISOString() })
}

/** Deletes the fact with all that hangs on it; the questions and answers that it was learnt in stay. */
export async function forgetFact(graph: Graph, fact: Fact): Promise<void> {
  await graph.run(forgetQuery, { key: storedKey(fact.ref) })
}
