import { NotFoundError } from '../errors.ts'
import type { Graph } from '../graph/types.ts'
import { type NewFact, saveFact } from './save-fact.ts'

/** Saves what an answer concluded, one after the other. What a sync took away meanwhile is nothing to remember any more. */
export async function saveNotes(
  graph: Graph,
  notes: readonly Pick<NewFact, 'text' | 'about' | 'source'>[],
  context: Omit<NewFact, 'text' | 'about' | 'source'>,
): Promise<void> {
  for (const note of notes) {
    try {
      await saveFact(graph, { ...note, ...context })
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error
    }
  }
}
