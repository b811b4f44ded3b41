import { z } from 'zod'
import { callers as callersQuery } from '../../graph/queries/callers.ts'
import { definitionKeys, refField } from './inputs.ts'
import type { Tool, ToolContext } from './tool.ts'

/** Edges that answers use without being asked for weak ones; see `ResolvedCall.confidence`. */
export const SURE = 0.8

const input = z.object({ ref: refField })
export type CallerRow = z.infer<typeof callersQuery.row>

export const callers = ({ graph }: ToolContext): Tool<z.infer<typeof input>, CallerRow> => ({
  name: 'callers',
  description: 'Who calls a function directly, with lines.',
  input,
  execute: ({ ref }) => graph.run(callersQuery, { keys: definitionKeys(ref) }),
})
