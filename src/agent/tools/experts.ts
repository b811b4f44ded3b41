import { z } from 'zod'
import { type Expert, rankExperts } from '../../experts/rank-experts.ts'
import { history } from './history.ts'
import type { Tool, ToolContext } from './tool.ts'

/** Lines of an ordinary change, to measure others by where the code's own length is not known. */
const USUAL_CHANGE = 60

const input = z.object({
  ref: z.string().describe('Key of a function, class or file, or a folder: `file:src/flask/`'),
})

export const experts = (context: ToolContext): Tool<z.infer<typeof input>, Expert> => ({
  name: 'experts',
  description: 'People to ask, best first, with what they wrote and reviewed.',
  input,
  execute: async ({ ref }) => rankExperts(await history(context).execute({ ref }), USUAL_CHANGE, context.asker),
})
