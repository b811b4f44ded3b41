import type { z } from 'zod'
import { storedKey } from '../../graph/entities.ts'
import { SURE_CALL } from '../../graph/queries/anchor-baselines.ts'
import { callers } from '../../graph/queries/callers.ts'
import type { Graph } from '../../graph/types.ts'

export type CallerRow = z.infer<typeof callers.row>

export interface FoundCall extends CallerRow {
  /** 1: calls a root itself. */
  readonly depth: number
}

const DEEPEST = 3
/** The walk ends after the level that reaches so many callers. */
const MOST = 600

/** Who calls the roots, through others too, nearest first. Calls that are not sure are listed, and not followed. */
export async function findCallers(graph: Graph, roots: readonly string[]): Promise<FoundCall[]> {
  const known = new Set(roots)
  const calls: FoundCall[] = []
  let level = [...known]
  for (let depth = 1; depth <= DEEPEST && level.length > 0 && known.size - roots.length < MOST; depth++) {
    const rows = await graph.run(callers, { keys: level.map(storedKey) })
    level = []
    for (const row of rows.sort(byCertainty)) {
      const sure = row.confidence >= SURE_CALL
      // Of calls further away only the shortest way counts.
      if (depth > 1 && (!sure || known.has(row.ref))) continue
      calls.push({ ...row, depth })
      if (sure && !known.has(row.ref)) {
        known.add(row.ref)
        if (row.kind === 'function' && !row.test) level.push(row.ref)
      }
    }
  }
  return calls
}

const byCertainty = (a: CallerRow, b: CallerRow) =>
  b.confidence - a.confidence || a.ref.localeCompare(b.ref) || a.called.localeCompare(b.called)
