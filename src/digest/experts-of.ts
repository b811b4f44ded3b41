import type { z } from 'zod'
import { type Expert, rankExperts } from '../experts/rank-experts.ts'
import type { functionsByKey } from '../graph/queries/functions-worded.ts'
import { history } from '../graph/queries/history.ts'
import type { Graph } from '../graph/types.ts'

/** Who knows a function, best first, out of how many changes. `asker` is left out. */
export async function expertsOf(
  graph: Graph,
  { key, start_line, end_line }: z.infer<typeof functionsByKey.row>,
  asker: string | null,
): Promise<{ readonly experts: readonly Expert[]; readonly changes: number }> {
  const rows = await graph.run(history, { key })
  return { experts: rankExperts(rows, (end_line ?? 0) - (start_line ?? 0) + 1, asker), changes: rows.length }
}
