import { z } from 'zod'
import type { Tool, ToolContext } from './tool.ts'

const MOST_LINES = 120
const LAST = 1_000_000
const LONGEST_LINE = 400

const input = z.object({
  path: z.string().describe('Path in the repository'),
  start_line: z.number().int().min(1).max(LAST).describe('From 1'),
  end_line: z.number().int().min(1).max(LAST).describe(`Inclusive; at most ${MOST_LINES} lines`),
})
export interface SourceRow {
  readonly line: number
  readonly text: string
}

export const source = ({ commit, readSource }: ToolContext): Tool<z.infer<typeof input>, SourceRow> => ({
  name: 'source',
  description: 'Lines of a file at the indexed commit.',
  input,
  execute: async ({ path, start_line, end_line }) => {
    const text = commit === null ? null : await readSource(commit, path)
    if (text === null) return []
    const last = Math.min(end_line, start_line + MOST_LINES - 1)
    const lines = text.split(/\r\n|\n|\r/).slice(start_line - 1, last)
    return lines.map((line, index) => ({ line: start_line + index, text: line.slice(0, LONGEST_LINE) }))
  },
})
