import { z } from 'zod'
import { callees as calleesQuery } from '../../graph/queries/callees.ts'
import type { callRow } from '../../graph/queries/rows.ts'
import { definitionKeys, refField } from './inputs.ts'
import type { Tool, ToolContext } from './tool.ts'

const input = z.object({ ref: refField })

export const callees = ({ graph }: ToolContext): Tool<z.infer<typeof input>, z.infer<typeof callRow>> => ({
  name: 'callees',
  description: 'Functions of this repository that a function calls.',
  input,
  execute: ({ ref }) => graph.run(calleesQuery, { keys: definitionKeys(ref) }),
})
