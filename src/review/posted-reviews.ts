import { z } from 'zod'
import { notesOfAgent } from '../graph/queries/review-task.ts'
import type { Graph } from '../graph/types.ts'

/** Writes the note that a head's review was brought to GitHub. */
export const POSTER = 'poster'

const posted = z.object({ number: z.int(), head: z.string() })

/** Heads that are done. */
export async function postedHeads(graph: Graph): Promise<ReadonlySet<string>> {
  const notes = await graph.run(notesOfAgent, { agent: POSTER })
  return new Set(notes.map(({ body }) => posted.parse(JSON.parse(body)).head))
}
