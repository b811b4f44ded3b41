import { z } from 'zod'
import { recentChanges } from '../../graph/queries/recent-changes.ts'
import type { ChangeRow } from '../evidence.ts'
import type { Tool, ToolContext } from './tool.ts'

const input = z.object({
  limit: z.number().int().min(1).max(50).default(10).describe('How many pull requests at most'),
})

export const recent = ({ graph }: ToolContext): Tool<z.infer<typeof input>, ChangeRow> => ({
  name: 'recent',
  description: 'Pull requests merged last.',
  input,
  execute: ({ limit }) => graph.run(recentChanges, { limit }),
})
