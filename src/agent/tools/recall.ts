import { z } from 'zod'
import { type RecalledFact, recallFacts } from '../../memory/recall-facts.ts'
import { refField } from './inputs.ts'
import type { Tool, ToolContext } from './tool.ts'

const input = z.object({
  ref: refField
    .optional()
    .describe('Key of a function, class, file, pull request or issue; without it words are searched'),
  words: z.string().default('').describe('What to look for'),
  past: z.boolean().default(false).describe('Also what was believed before and has been replaced'),
})

export const recall = ({ graph, scope }: ToolContext): Tool<z.infer<typeof input>, RecalledFact> => ({
  name: 'recall',
  description: 'What was concluded before about code; where it changed since, a lead to check again.',
  input,
  execute: ({ ref, words, past }) => recallFacts(graph, scope, { refs: ref === undefined ? [] : [ref], words, past }),
})
