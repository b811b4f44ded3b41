import { z } from 'zod'
import {
  classHistory,
  fileHistory,
  folderHistory,
  history as functionHistory,
  type HistoryRow,
} from '../../graph/queries/history.ts'
import type { Graph } from '../../graph/types.ts'
import { keyOf, refField } from './inputs.ts'
import type { Tool, ToolContext } from './tool.ts'

const MOST_CHANGES = 200

const input = z.object({
  ref: refField.describe('Key of a function, class or file, as `find` gives it, or a folder: `file:src/flask/`'),
})

/** Also what `experts` counts: one query tells both who and what. */
export const history = ({ graph }: ToolContext): Tool<z.infer<typeof input>, HistoryRow> => ({
  name: 'history',
  description: 'Recorded changes of code, newest first, with people and the issues fixed.',
  input,
  execute: ({ ref }) => {
    if (ref.startsWith('class:')) return graph.run(classHistory, { key: keyOf(ref), limit: MOST_CHANGES })
    if (ref.startsWith('file:')) return pathHistory(graph, ref.slice('file:'.length))
    return graph.run(functionHistory, { key: keyOf(ref) })
  },
})

/** A path that ends with a slash is a folder. */
function pathHistory(graph: Graph, path: string): Promise<HistoryRow[]> {
  if (!path.endsWith('/')) return graph.run(fileHistory, { path, limit: MOST_CHANGES })
  // `0` is the character after the slash.
  return graph.run(folderHistory, { from: path, to: `${path.slice(0, -1)}0`, limit: MOST_CHANGES })
}
