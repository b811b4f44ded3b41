import { expect, it } from 'vitest'
import { buildRepository } from '../../fixtures/build-repository.ts'
import { account, asRecords, issueRecord, pullRecord } from '../../fixtures/github-records.ts'
import { historyOf } from '../history/history-of.ts'

const load = (line: string) => ({ 'app.py': `def load():\n    ${line}\n` })
const key = 'function:app.py::load'

it('C6: what GitHub says a merge made counts once, however it was merged and whatever messages quote', async () => {
  const repo = buildRepository()
  repo.commit({
    author: 'Ada Lovelace <ada@engine.uk>',
    files: { ...load('return 0'), 'b.py': 'def b():\n    return 0\n' },
  })
  const rebased = [
    { message: 'Read lazily', files: load('return 1') },
    { message: 'Tidy (#40)', files: { 'b.py': 'def b():\n    return 1\n' } },
    { message: 'Read all', files: load('return 2') },
  ].map((change) =>
    repo.commit({ author: 'Grace Hopper <grace@navy.mil>', committer: 'Ada Lovelace <ada@engine.uk>', ...change }),
  )
  const squashed = repo.commit({ author: 'Linus T <linus@kernel.fi>', message: 'Add cache', files: load('return 3') })
  const merged = repo.pullRequest({
    number: 8,
    title: 'Cache more',
    style: 'merge',
    author: 'Margaret Hamilton <mh@apollo.us>',
    head: false,
    commits: [{ files: load('return 4') }],
  })
  repo.commit({ author: 'Ada Lovelace <ada@engine.uk>', message: 'Revert cache (#6)', files: load('return 5') })
  repo.commit({ author: 'Ada Lovelace <ada@engine.uk>', message: 'Cache again (#77)', files: load('return 6') })
  const path = await repo.write()
  const github = asRecords([
    pullRecord(5, { title: 'Lazy reading', merge_commit: rebased[2]?.sha ?? '', commits: 3, author: account('grace') }),
    pullRecord(6, { title: 'Add cache', merge_commit: squashed.sha, commits: 2, author: account('linus') }),
    pullRecord(8, { title: 'Cache more', merge_commit: merged.landed.sha, author: account('mh') }),
    pullRecord(9, { state: 'open', head: { branch: 'x', commit: squashed.sha, repository: null } }),
    issueRecord(40),
    issueRecord(77),
  ])
  const history = await historyOf(path, { github })
  const changes = ['commit added', 'commit changed', 'commit changed', 'pr:5 changed', 'pr:6 changed', 'pr:8 changed']
  expect(history.changesOf(key).sort()).toEqual(changes)
  expect(history.changedBy('pr:5')).toEqual([key, 'function:b.py::b'])
  expect(['pr:5', 'pr:6', 'pr:8'].map((change) => history.authorsOf(change)[0])).toEqual([
    'Grace Hopper',
    'Linus T',
    'Margaret Hamilton',
  ])
  expect(history.report).toMatchObject({ pull_requests: 3, commits: 3 })
  const open = history.part.nodes.find((node) => node.key === 'pr:9')
  expect(open?.props).toMatchObject({ state: 'open' })
  expect(open?.props.merged_at).toBeUndefined()
})

it('titles and dates are those of GitHub; a closing reference of GitHub’s goes before words, an issue is no pull request', async () => {
  const repo = buildRepository()
  repo.commit({ files: load('return 0') })
  const merged = repo.pullRequest({
    number: 3,
    title: 'wip',
    body: 'fixes #11, see #12',
    style: 'squash',
    commits: [{ files: load('return 1') }],
  })
  const path = await repo.write()
  const github = asRecords([
    pullRecord(3, {
      title: 'Load once',
      body: 'resolves #13, after #2',
      merge_commit: merged.landed.sha,
      closes: [11],
    }),
    pullRecord(2, { state: 'closed', body: 'Tried it.' }),
    issueRecord(11, { body: 'See #12.' }),
    issueRecord(12, { state: 'open' }),
    issueRecord(13),
  ])
  const history = await historyOf(path, { github })
  expect(history.part.nodes.find((node) => node.key === 'pr:3')?.props).toMatchObject({
    title: 'Load once',
    merged_at: '2024-01-02T00:00:00Z',
    reviews_indexed: true,
  })
  expect(history.edges('FIXES').map(({ from, to, props }) => [from, to, props.how])).toEqual([
    ['pr:3', 'issue:11', 'github'],
    ['pr:3', 'issue:13', 'keyword'],
  ])
  expect(
    history
      .edges('MENTIONS')
      .map(({ from, to }) => [from, to])
      .sort(),
  ).toEqual([
    ['issue:11', 'issue:12'],
    ['pr:3', 'issue:12'],
    ['pr:3', 'pr:2'],
  ])
})
