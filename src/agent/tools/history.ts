import { z } from 'zod'
import { classHistory, history as functionHistory, type HistoryRow, pathHistory } from '../../graph/queries/history.ts'
import { keyOf, refField } from './inputs.ts'
import type { Tool, ToolContext } from './tool.ts'

const MOST_CHANGES = 200

const input = z.object({
  ref: refField.describe('Key of a function, class or file, as `find` gives it, or a folder: `file:src/flask/`'),
})

/** Also what `experts` counts: one query tells both who and what. */
export const history = ({ graph }: ToolContext): Tool<z.infer<typeof input>, HistoryRow> => ({
  name: 'history',
  description:
    'Every recorded change, newest first: pull requests, and commits that no pull request records, with authors, reviewers and the issues they fix.',
  input,
  execute: ({ ref }) => {
    if (ref.startsWith('class:')) return graph.run(classHistory, { key: keyOf(ref) })
    if (ref.startsWith('file:')) return graph.run(pathHistory, { path: ref.slice('file:'.length), limit: MOST_CHANGES })
    return graph.run(functionHistory, { key: keyOf(ref) })
  },
})
