import { expect, it } from 'vitest'
import { buildRepository } from '../../fixtures/build-repository.ts'
import { account, asRecords, issueRecord, pullRecord, review } from '../../fixtures/github-records.ts'
import { historyOf } from '../history/history-of.ts'

const file = (value: number) => ({ 'a.py': `X = ${value}\n` })

it('accounts and identities of git that belong together are one person', async () => {
  const repo = buildRepository()
  repo.commit({ author: 'Ada Lovelace <ada@engine.uk>', files: file(0) })
  const authors = [
    'Grace Hopper <7+cobol@users.noreply.github.com>',
    'mh <mh@apollo.us>',
    'mh <mh@apollo.us>',
    'Barbara Liskov <bl@mit.edu>',
    'Sam One <sam1@example.net>',
  ]
  const commits = authors.map((author, index) => repo.commit({ author, files: file(index + 1) }))
  const path = await repo.write()
  const by = [
    // Renamed since: the number is the same.
    account('grace', { id: 7, name: 'Grace Hopper' }),
    account('hamilton'),
    account('hamilton'),
    // Somebody who sends in what another one wrote.
    account('courier', { name: 'Karl Courier' }),
    account('samone', { name: 'Sam One' }),
  ]
  const github = asRecords([
    ...by.map((author, index) => pullRecord(index + 1, { author, merge_commit: commits[index]?.sha ?? '' })),
    issueRecord(20, { author: account('other-sam', { name: 'Sam One' }) }),
  ])
  const history = await historyOf(path, { github })
  const people = history.part.nodes.filter(({ label }) => label === 'Person')
  const named = people.map(({ key, props }) => `${key} ${props.name} ${props.login}`).sort()
  expect(named).toEqual([
    'person:ada@engine.uk Ada Lovelace null',
    'person:bl@mit.edu Barbara Liskov null',
    'person:courier Karl Courier courier',
    'person:grace Grace Hopper grace',
    'person:hamilton mh hamilton',
    'person:other-sam Sam One other-sam',
    'person:samone Sam One samone',
  ])
  expect(history.authorsOf('pr:4')).toEqual(['Karl Courier', 'Barbara Liskov'])
})

it('a reviewer counts once with the last verdict; answers of the author and pending reviews are none', async () => {
  const repo = buildRepository()
  repo.commit({ files: file(0) })
  const github = asRecords([
    pullRecord(1, {
      state: 'open',
      author: account('ada'),
      reviews: [
        review(account('lin'), { state: 'changes_requested', at: '2024-01-01T10:00:00Z' }),
        review(account('ada'), { state: 'commented' }),
        review(account('lin'), { state: 'approved', at: '2024-01-01T12:00:00Z' }),
        review(account('lin'), { state: 'commented', at: '2024-01-01T13:00:00Z' }),
        review(account('kim'), { state: 'pending', at: null }),
        review(account('bo'), { state: 'commented' }),
      ],
    }),
  ])
  const history = await historyOf(await repo.write(), { github })
  expect(history.edges('REVIEWED').map(({ from, props }) => [from, props.state, props.at, props.reviews])).toEqual([
    ['person:lin', 'approved', '2024-01-01T12:00:00Z', 3],
    ['person:bo', 'commented', '2024-01-01T12:00:00Z', 1],
  ])
})

it('C2: deleted accounts are one node that says so, and the author in git stays', async () => {
  const repo = buildRepository()
  repo.commit({ files: file(0) })
  const commit = repo.commit({ author: 'Sam One <sam1@example.net>', files: file(1) })
  const path = await repo.write()
  const reviews = [review(null), review(account('lin')), review(null)]
  const github = asRecords([
    pullRecord(9, { author: null, merge_commit: commit.sha, reviews }),
    issueRecord(4, { author: null }),
  ])
  const history = await historyOf(path, { github })
  const node = (key: string) => history.part.nodes.find((each) => each.key === key)
  expect(node('person:ghost')?.props).toMatchObject({ login: 'ghost', deleted: true })
  expect(node('pr:9')?.props).toMatchObject({ author_deleted: true })
  expect(history.authorsOf('pr:9')).toEqual(['Sam One'])
  expect(history.edges('REVIEWED').map(({ from }) => from)).toEqual(['person:ghost', 'person:lin'])
  expect(history.edges('OPENED').map(({ from, to }) => [from, to])).toEqual([['person:ghost', 'issue:4']])
})
