/** A small project with a past: what the stories of the scenarios are about. */
import type { FakeRepository } from '../fakes/github/world.ts'
import { buildRepository } from '../fixtures/build-repository.ts'

const RETRY = (factor: number) => `def retry_delay(attempt, base=0.5):
    """How long to wait before the next try, in seconds."""
    return base * ${factor}**attempt
`
const CLIENT = `from ferry.retry import retry_delay


class Client:
    def fetch(self, url):
        for attempt in range(5):
            wait(retry_delay(attempt))
`

export interface Project {
  readonly onGitHub: FakeRepository
  /** Somebody changes \`retry_delay\`: pull request #9. */
  change(): Promise<void>
}

export async function buildProject(): Promise<Project> {
  const builder = buildRepository({ author: 'Ann Lee <ann@ferry.example>' })
  builder.commit({
    message: 'Start',
    files: { 'ferry/__init__.py': '', 'ferry/client.py': 'class Client:\n    pass\n' },
  })
  const first = builder.pullRequest({
    number: 4,
    title: 'Wait longer after each failure',
    body: 'The wait doubles because servers that were restarting got hammered. Fixes #3.',
    style: 'squash',
    author: 'Ben Ode <ben@ferry.example>',
    commits: [{ message: 'Retry', files: { 'ferry/retry.py': RETRY(2), 'ferry/client.py': CLIENT } }],
  })
  const directory = await builder.write()
  const ben = { login: 'benode', id: 11, name: 'Ben Ode' }
  const ann = { login: 'annlee', id: 12, name: 'Ann Lee' }
  const pullRequests = [
    {
      number: 4,
      title: 'Wait longer after each failure',
      body: 'The wait doubles because servers that were restarting got hammered. Fixes #3.',
      author: ben,
      mergedBy: ann,
      mergeCommit: first.landed.sha,
      closes: [3],
      reviews: [{ author: ann, state: 'APPROVED' as const }],
    },
  ]
  const onGitHub: FakeRepository = {
    directory,
    pullRequests,
    issues: [{ number: 3, title: 'Restarting servers are hammered', author: ann }],
  }
  return {
    onGitHub,
    change: async () => {
      const { landed } = builder.pullRequest({
        number: 9,
        title: 'Triple the wait',
        style: 'squash',
        author: 'Ben Ode <ben@ferry.example>',
        commits: [{ message: 'Triple', files: { 'ferry/retry.py': RETRY(3) } }],
      })
      await builder.write()
      pullRequests.push({
        number: 9,
        title: 'Triple the wait',
        body: '',
        author: ben,
        mergedBy: ann,
        mergeCommit: landed.sha,
        closes: [],
        reviews: [],
      })
    },
  }
}
