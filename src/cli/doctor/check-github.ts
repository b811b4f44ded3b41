import { createGitHubClient } from '../../github/create-github-client.ts'
import { viewerQuery } from '../../github/queries/viewer.ts'
import type { CommandContext } from '../command.ts'
import { attempt, type Check } from './check.ts'

const PATIENCE_MS = 10_000

/** Whether GitHub takes the token; without one there is nothing to check. */
export function checkGitHub({ config }: Pick<CommandContext, 'config'>): Promise<Check> {
  const { apiUrl, token } = config.github
  return attempt('github', 'Check the network and GITHUB_API_URL.', async () => {
    if (token === null) {
      const remedy = 'Set GITHUB_TOKEN for reviews, issues and logins.'
      return { name: 'github', ok: true, detail: 'no token: git alone', remedy, data: { token: false } }
    }
    const client = createGitHubClient({ apiUrl, token, repository: 'this', signal: AbortSignal.timeout(PATIENCE_MS) })
    const { viewer, rateLimit } = (await client.ask(viewerQuery, {})).data
    const left = rateLimit ? `, ${rateLimit.remaining} points left in this hour` : ''
    const data = { token: true, login: viewer.login, remaining: rateLimit?.remaining ?? null }
    return { name: 'github', ok: true, detail: `${apiUrl}, token of ${viewer.login}${left}`, remedy: null, data }
  })
}
