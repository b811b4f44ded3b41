import { z } from 'zod'
import { definitionsInFile } from '../../graph/queries/definitions-in-file.ts'
import type { CodeRow } from '../../graph/queries/rows.ts'
import type { Tool, ToolContext } from './tool.ts'

const input = z.object({ path: z.string().describe('Path in the repository') })

export const file = ({ graph }: ToolContext): Tool<z.infer<typeof input>, CodeRow> => ({
  name: 'file',
  description: 'What a file defines.',
  input,
  execute: async ({ path }) => {
    const rows = await graph.run(definitionsInFile, { path })
    return rows.sort((a, b) => (a.start_line ?? 0) - (b.start_line ?? 0))
  },
})
