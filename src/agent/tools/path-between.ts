import { z } from 'zod'
import { pathBetween as pathBetweenQuery } from '../../graph/queries/path-between.ts'
import { keyOf, refField } from './inputs.ts'
import type { Tool, ToolContext } from './tool.ts'

const input = z.object({
  from: refField.describe('Key of the function where the path starts'),
  to: refField.describe('Key of the function where it ends'),
})
export type PathRow = z.infer<typeof pathBetweenQuery.row>

export const pathBetween = ({ graph }: ToolContext): Tool<z.infer<typeof input>, PathRow> => ({
  name: 'path_between',
  description: 'The shortest chain of calls between two functions.',
  input,
  execute: ({ from, to }) => graph.run(pathBetweenQuery, { from: keyOf(from), to: keyOf(to) }),
})
