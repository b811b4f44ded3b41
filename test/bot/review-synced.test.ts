import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reviewSynced } from '../../src/bot/review-synced.ts'
import { createLogger } from '../../src/logger.ts'
import { type GitHubServer, openGitHubServer, TOKEN } from '../fakes/github/github-server.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

const NAME = 'test/app'
const rules = { drafts: false, bots: false, skipLabels: [], skipPaths: [] }

describe('a repository that the bot has synced', () => {
  let workspace: Workspace
  let server: GitHubServer
  let local: string

  beforeAll(async () => {
    const repository = buildRepository()
    const base = repository.commit({ files: { 'a.py': 'def pay():\n    return 1\n' } })
    const head = repository.commit({ branch: 'topic', start: base, files: { 'a.py': 'def pay():\n    return 2\n' } })
    repository.ref('refs/pull/5/head', head)
    local = await repository.write({ bare: true })
    const pullRequest = {
      number: 5,
      state: 'OPEN' as const,
      author: { login: 'stranger' },
      updatedAt: new Date().toISOString(),
      base: base.sha,
      head: { branch: 'topic', commit: head.sha, repository: NAME },
    }
    server = await openGitHubServer({ repositories: { [NAME]: { directory: local, pullRequests: [pullRequest] } } })
    workspace = await openWorkspace()
  })
  afterAll(async () => {
    await workspace.close()
    await server.close()
  })

  const review = (token: string | null) =>
    reviewSynced('local', NAME, {
      database: workspace.database,
      github: { apiUrl: server.url, token },
      rules,
      logger: createLogger({ level: 'silent' }),
      signal: new AbortController().signal,
    })
  const comments = () => server.rest.on(NAME, 5).comments

  it('is left alone where it is not on GitHub', async () => {
    await workspace.ingest(local)
    await review(TOKEN)
    expect(server.rest.calls).toEqual([])
  })

  it('has its pull requests reviewed, with a token and not without', async () => {
    await workspace.ingest(NAME, { github: { apiUrl: server.url, token: TOKEN } })
    await review(null)
    expect(comments()).toEqual([])
    await review(TOKEN)
    expect(comments()).toHaveLength(1)
    expect(comments()[0]?.body).toContain('1 changed function')
  })
})
