import { z } from 'zod'
import { issueKey, storedKey } from '../../graph/entities.ts'
import { issueByKey, issueFixes } from '../../graph/queries/issue.ts'
import type { ChangeRow } from '../evidence.ts'
import { numberField } from './inputs.ts'
import type { Tool, ToolContext } from './tool.ts'

const input = z.object({ number: numberField })
export type IssueDetails = z.infer<typeof issueByKey.row> & { readonly fixes: readonly ChangeRow[] }

export const issue = ({ graph }: ToolContext): Tool<z.infer<typeof input>, IssueDetails> => ({
  name: 'issue',
  description: 'An issue and the pull requests that fix it.',
  input,
  execute: async ({ number }) => {
    const key = storedKey(issueKey(number))
    const [[row], fixes] = await Promise.all([graph.run(issueByKey, { key }), graph.run(issueFixes, { key })])
    return row ? [{ ...row, fixes }] : []
  },
})
