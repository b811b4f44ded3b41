import { describe, expect, it } from 'vitest'
import { type Forge, forgeOf, recognisePullRequest } from '../../../src/ingest/history/recognise-pull-request.ts'

const someone = { name: 'Ada', email: 'ada@example.org', at: '2024-01-01T09:00:00+00:00' }
const commit = (message: string, parents: number) => ({
  sha: 'a'.repeat(40),
  parents: Array.from({ length: parents }, (_, index) => String(index).repeat(40)),
  author: someone,
  committer: someone,
  message,
})

const table: readonly [message: string, parents: number, number: number | null, title?: string, forge?: Forge][] = [
  ['Merge pull request #12 from ada/cache\n\nAdd a cache', 2, 12, 'Add a cache'],
  ['Merge pull request #12 from ada/cache', 2, 12, 'Merge pull request #12 from ada/cache'],
  ['Merge pull request #14754, handle infinite tolerance', 1, 14754, 'handle infinite tolerance'],
  ['Add a cache (#6)', 1, 6, 'Add a cache'],
  ['Add a cache (#6)\n\n* first\n* second (#5)', 1, 6, 'Add a cache'],
  ['pass context through dispatch methods (#5818)', 2, 5818, 'pass context through dispatch methods'],
  ['gh-99: Fix the parser (GH-123)', 1, 123, 'gh-99: Fix the parser'],
  ['[3.12] Fix it (GH-2) (#3)', 1, 3, '[3.12] Fix it (GH-2)'],
  ['Backport #3504 from `main` to `stable` branch (#3508)', 1, 3508, 'Backport #3504 from `main` to `stable` branch'],
  ['Auto merge of #77 - ada:cache, r=grace\n\nAdd a cache', 2, 77, 'Add a cache'],
  ['Merge #78\n\n78: Add a cache r=grace a=ada\n\nText', 2, 78, 'Add a cache'],
  ["Merge branch 'pr/95'", 2, 95, "Merge branch 'pr/95'"],
  ["Merge remote-tracking branch 'origin/pull/96/head'\n\nAdd a cache", 2, 96, 'Add a cache'],
  ['Revert "Add a cache (#6)" (#10)', 1, 10, 'Revert "Add a cache (#6)"'],
  ['Revert "Add a cache (#6)"\n\nThis reverts commit abc1234.', 1, null],
  ['Revert "Merge pull request #6 from ada/cache"', 1, null],
  ['Fix #6', 1, null],
  ['Changelog for #6', 1, null],
  ['Content is consumed (issue #6)', 1, null],
  ['Merge #12 #13', 2, null],
  ['Merge #12', 1, null],
  ["Merge branch 'stable'", 2, null],
  ['Merge master into features', 2, null],
  ['Nothing (#0)', 1, null],
  ['Merged in ada/cache (pull request #4)', 2, 4, 'Merged in ada/cache (pull request #4)', 'bitbucket'],
  ['Merged in ada/cache (pull request #4)', 2, null, '', 'github'],
  ["Merge branch 'cache' into 'main'\n\nAdd a cache\n\nSee merge request group/app!5", 2, 5, 'Add a cache', 'gitlab'],
  ["Merge branch 'cache' into 'main'\n\nAdd a cache\n\nSee merge request group/app!5", 2, null, '', 'github'],
]

describe('a pull request by its merge message', () => {
  it.each(table)('%j with %i parents is %s', (message, parents, number, title, forge = 'github') => {
    const found = recognisePullRequest(commit(message, parents), forge)
    expect(found?.number ?? null).toBe(number)
    if (number !== null) expect(found?.title).toBe(title)
  })

  it('knows the owner of the branch and copies', () => {
    expect(recognisePullRequest(commit('Merge pull request #12 from ada/cache/v2', 2), 'github')?.branchOwner).toBe(
      'ada',
    )
    const copy = `Add a cache (#6)\n\n(cherry picked from commit ${'b'.repeat(40)})`
    expect(recognisePullRequest(commit(copy, 1), 'github')).toMatchObject({ number: 6, copied: true })
  })

  it.each([
    ['https://github.com/ada/app', 'github'],
    ['https://gitlab.com/ada/app', 'gitlab'],
    ['https://bitbucket.org/ada/app', 'bitbucket'],
    ['https://git.example.org/ada/app', 'unknown'],
    [null, 'unknown'],
  ] as const)('%s is %s', (url, forge) => expect(forgeOf(url)).toBe(forge))
})
