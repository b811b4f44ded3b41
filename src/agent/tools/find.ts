import { z } from 'zod'
import { storedKey } from '../../graph/entities.ts'
import { codesByRef } from '../../graph/queries/codes-by-ref.ts'
import type { CodeRow } from '../../graph/queries/rows.ts'
import { readQuestion } from '../question/read-question.ts'
import { matchNames } from '../resolve/by-name.ts'
import { matchWords } from '../resolve/by-words.ts'
import { loadWordIndex } from '../resolve/word-index.ts'
import type { Tool, ToolContext } from './tool.ts'

const input = z.object({
  query: z.string().describe('Name or words'),
  limit: z.number().int().min(1).max(20).default(8).describe('How many results at most'),
})

export const find = ({ graph, commit }: ToolContext): Tool<z.infer<typeof input>, CodeRow> => ({
  name: 'find',
  description: 'Functions, classes, files by name or words, best match first.',
  input,
  execute: async ({ query, limit }) => {
    const question = readQuestion(query)
    const { matches } = await matchNames(graph, question)
    const named = matches.flatMap((match) => match.rows)
    if (named.length > 0) return named.slice(0, limit)
    const words = await matchWords(graph, await loadWordIndex(graph, commit), question, [])
    const keys = words.slice(0, limit).map((match) => storedKey(match.definition.ref))
    const rows = await graph.run(codesByRef, { keys })
    return words.slice(0, limit).flatMap(({ definition }) => rows.find((row) => row.ref === definition.ref) ?? [])
  },
})
