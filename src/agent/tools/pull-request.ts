import { z } from 'zod'
import { pullRequestKey, storedKey } from '../../graph/entities.ts'
import { changeByKey, pullRequestFunctions } from '../../graph/queries/pull-request.ts'
import type { ChangeRow } from '../evidence.ts'
import { numberField } from './inputs.ts'
import type { Tool, ToolContext } from './tool.ts'

const input = z.object({ number: numberField })
export type PullRequestDetails = ChangeRow & { readonly functions: readonly z.infer<typeof pullRequestFunctions.row>[] }

export const pullRequest = ({ graph }: ToolContext): Tool<z.infer<typeof input>, PullRequestDetails> => ({
  name: 'pull_request',
  description: 'A pull request: people, issues it fixes, functions it changed.',
  input,
  execute: async ({ number }) => {
    const key = storedKey(pullRequestKey(number))
    const [[change], functions] = await Promise.all([
      graph.run(changeByKey, { key }),
      graph.run(pullRequestFunctions, { key }),
    ])
    return change ? [{ ...change, functions }] : []
  },
})
