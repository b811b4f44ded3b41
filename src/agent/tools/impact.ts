import { z } from 'zod'
import { storedKey } from '../../graph/entities.ts'
import { callers as callersQuery } from '../../graph/queries/callers.ts'
import { type CallerRow, SURE } from './callers.ts'
import { definitionKeys, refField } from './inputs.ts'
import type { Tool, ToolContext } from './tool.ts'

const DEEPEST = 6
/** Beyond this many callers a list helps nobody; the walk ends after the level that reaches it. */
const MOST = 500

const input = z.object({
  ref: refField,
  depth: z.number().int().min(1).max(DEEPEST).default(3).describe('How many calls away at most'),
})
export type ImpactRow = CallerRow & { readonly depth: number }

/** Walks level by level, since a path of any length that filters its edges makes the database list every path there is. */
export const impact = ({ graph }: ToolContext): Tool<z.infer<typeof input>, ImpactRow> => ({
  name: 'impact',
  description: 'Who depends on a function, through others too, by depth.',
  input,
  execute: async ({ ref, depth }) => {
    const found = new Map<string, ImpactRow>()
    const own = definitionKeys(ref)
    let level = own
    for (let distance = 1; distance <= depth && level.length > 0 && found.size < MOST; distance += 1) {
      const rows = await graph.run(callersQuery, { keys: level })
      const fresh = rows.filter(
        (row) => row.confidence >= SURE && !own.includes(storedKey(row.ref)) && !found.has(row.ref),
      )
      for (const row of fresh) found.set(row.ref, { ...row, depth: distance })
      level = [...new Set(fresh.filter((row) => row.kind === 'function').map((row) => storedKey(row.ref)))]
    }
    return [...found.values()]
  },
})
