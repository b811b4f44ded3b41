import { storedKey } from '../graph/entities.ts'
import { sessionEpisodes } from '../graph/queries/session-episodes.ts'
import type { Graph } from '../graph/types.ts'

export interface RememberedEpisode {
  readonly id: string
  readonly question: string
  readonly answer: string
  readonly at: string
  readonly asker: string | null
  /** Readable keys of what the answer used, the most telling first. */
  readonly used: readonly { readonly ref: string; readonly role: string }[]
}

const MOST_EPISODES = 12

export const sessionRef = (session: string) => `session:${session}`

/** The thread so far, newest first; empty for a session that was never heard of. */
export async function loadSession(graph: Graph, session: string): Promise<RememberedEpisode[]> {
  const rows = await graph.run(sessionEpisodes, { session: storedKey(sessionRef(session)), limit: MOST_EPISODES })
  return rows.map((row) => ({ ...row, used: row.used.toSorted((a, b) => a.rank - b.rank) }))
}
