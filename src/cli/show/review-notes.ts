import { storedKey } from '../../graph/entities.ts'
import { notesOfTask } from '../../graph/queries/review-task.ts'
import type { Graph } from '../../graph/types.ts'
import { AGENTS } from '../../review/task.ts'

/** What the agents of a review handed over to each other, in their order: in words, and as the next one reads it. */
export async function readNotes(graph: Graph, task: string) {
  const notes = await graph.run(notesOfTask, { key: storedKey(task) })
  const order: readonly string[] = AGENTS
  return notes
    .sort((a, b) => order.indexOf(a.agent) - order.indexOf(b.agent))
    .map(({ agent, text, body }) => ({ agent, text, body: JSON.parse(body) as unknown }))
}

export const wordNotes = (notes: readonly { readonly agent: string; readonly text: string }[]) =>
  notes.map(({ agent, text }) => `\n${agent}\n${text.replace(/^/gm, '  ')}`).join('\n')
