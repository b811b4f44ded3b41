import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildRepository } from '../../fixtures/build-repository.ts'
import { historyOf } from './history-of.ts'

const load = (body: string) => ({ 'app.py': `def load():\n    ${body}\n` })
const key = 'function:app.py::load'

it('C6: pull requests merged by rebase, squash, merge commit and merge queue count once each, the revert of one does not', async () => {
  const repo = buildRepository()
  repo.commit({ files: { 'app.py': 'def load():\n    return 0\n', 'other.py': 'def other():\n    return 0\n' } })
  repo.pullRequest({
    number: 5,
    title: 'Read lazily',
    style: 'rebase',
    author: 'Grace Hopper <grace@navy.mil>',
    merger: 'Ada Lovelace <ada@engine.uk>',
    commits: [
      { message: 'Read lazily', files: load('return 1') },
      { message: 'Tidy', files: { 'other.py': 'def other():\n    return 1\n' } },
      { message: 'Read all', files: load('return 2') },
    ],
  })
  const squashed = repo.pullRequest({
    number: 6,
    title: 'Add cache',
    style: 'squash',
    author: 'Linus T <linus@kernel.fi>',
    commits: [{ files: load('return cache[2]') }],
  })
  repo.pullRequest({
    number: 8,
    title: 'Cache more',
    style: 'merge',
    author: 'Margaret Hamilton <mh@apollo.us>',
    merger: 'Ada Lovelace <ada@engine.uk>',
    commits: [{ files: load('return cache[3]') }],
  })
  repo.pullRequest({
    number: 9,
    title: 'Cache less',
    style: 'queue',
    author: 'Barbara Liskov <bl@mit.edu>',
    commits: [{ files: load('return cache[4]') }],
  })
  await repo.write()
  repo.commit({
    message: `Revert "Add cache (#6)"\n\nThis reverts commit ${squashed.landed.sha}.`,
    author: 'Ada Lovelace <ada@engine.uk>',
    files: load('return 5'),
  })
  const history = await historyOf(await repo.write())

  expect(history.changesOf(key)).toEqual([
    'commit added',
    'pr:5 changed',
    'pr:6 changed',
    'pr:8 changed',
    'pr:9 changed',
    'commit changed',
  ])
  expect(history.changedBy('pr:5')).toEqual([key, 'function:other.py::other'])
  expect(history.authorsOf('pr:5')).toEqual(['Grace Hopper'])
  expect(history.authorsOf('pr:6')).toEqual(['Linus T'])
  expect(history.authorsOf('pr:8')).toEqual(['Margaret Hamilton'])
  expect(history.authorsOf('pr:9')).toEqual(['Barbara Liskov'])
  expect(history.edges('MENTIONS').map(({ to, props }) => [to, props.how])).toEqual([['pr:6', 'reverts']])
  expect(history.report).toMatchObject({ pull_requests: 4, commits: 2 })
})

it('without the heads of pull requests a rebased one stays the commits that it is', async () => {
  const repo = buildRepository()
  repo.commit({ files: load('return 0') })
  repo.pullRequest({ number: 5, title: 'One', style: 'rebase', head: false, commits: [{ files: load('return 1') }] })
  const history = await historyOf(await repo.write())
  expect(history.changesOf(key)).toEqual(['commit added', 'commit changed'])
})

it('pull requests of a branch that is merged without one are changes of their own, its merge is none', async () => {
  const repo = buildRepository()
  const start = repo.commit({ files: { ...load('return 0'), 'b.py': 'def b():\n    return 0\n' } })
  repo.commit({ branch: 'stable', start, message: 'Fix load (#20)', files: load('return 1') })
  const stable = repo.commit({ branch: 'stable', message: 'A direct fix', files: load('return 2') })
  repo.commit({ message: 'Change b (#21)', files: { 'b.py': 'def b():\n    return 1\n' } })
  repo.merge(stable, { message: "Merge branch 'stable'", files: { 'b.py': 'def b():\n    return 1\n' } })
  const history = await historyOf(await repo.write())
  expect(history.changesOf(key)).toEqual(['commit added', 'pr:20 changed', 'commit changed'])
  expect(history.changesOf('function:b.py::b')).toEqual(['commit added', 'pr:21 changed'])
  expect(history.report.commits).toBe(2)
})

it('a pull request that merges a branch keeps its whole difference, marked as carried where an inner one made it', async () => {
  const repo = buildRepository()
  const start = repo.commit({ files: { ...load('return 0'), 'b.py': 'def b():\n    return 0\n' } })
  const inner = repo.commit({ branch: 'stable', start, message: 'Side', files: load('return 1') })
  repo.commit({ branch: 'fix', start, message: 'Fix', files: load('return 1') })
  repo.commit({
    branch: 'stable',
    message: 'Fix b (#30)',
    committer: 'GitHub <noreply@github.com>',
    files: { 'b.py': 'def b():\n    return 1\n' },
  })
  const tip = repo.commit({ branch: 'stable', message: 'More', files: load('return 2') })
  repo.merge(tip, { message: 'Merge stable into main (#31)' })
  const history = await historyOf(await repo.write())
  const carried = Object.fromEntries(
    history.edges('MODIFIES', 'pr:31').map(({ to, props }) => [to, props.carried ?? false]),
  )
  expect(carried).toEqual({ [key]: false, 'function:b.py::b': true })
  expect(history.changedBy('pr:30')).toEqual(['function:b.py::b'])
  expect(history.edges('MODIFIES', `commit:${inner.sha}`)).toEqual([])
})

it('inside the branch of a pull request "(#12)" names an issue unless GitHub committed it', async () => {
  const repo = buildRepository()
  repo.commit({ files: load('return 0') })
  repo.pullRequest({
    number: 40,
    title: 'Fix',
    style: 'merge',
    commits: [{ message: 'Fix load (#12)', files: load('return 1') }],
  })
  const history = await historyOf(await repo.write())
  expect(history.report.pull_requests).toBe(1)
  expect(history.changesOf(key)).toEqual(['commit added', 'pr:40 changed'])
})

it('a cherry-pick of a pull request is not the pull request, whichever is met first', async () => {
  const repo = buildRepository()
  const start = repo.commit({ files: load('return 0') })
  const copy = `Add cache (#6)\n\n(cherry picked from commit ${'b'.repeat(40)})`
  const stable = repo.commit({ branch: 'stable', start, message: copy, files: load('return 1') })
  repo.commit({ message: 'Start the next version', files: { 'version.py': 'V = 1\n' } })
  repo.merge(stable, { message: "Merge branch 'stable'" })
  const original = repo.commit({ message: 'Add cache (#6)', files: load('return 2') })
  const history = await historyOf(await repo.write())
  expect(history.changesOf(key)).toEqual(['commit added', 'commit changed', 'pr:6 changed'])
  expect(history.part.nodes.find(({ key }) => key === 'pr:6')?.props.sha).toBe(original.sha)
})

it('a merge whose other parent is the head of a pull request is that pull request', async () => {
  const repo = buildRepository()
  const start = repo.commit({ files: load('return 0') })
  const tip = repo.commit({ branch: 'cache', start, message: 'Add a cache', files: load('return 1') })
  repo.ref('refs/pull/50/head', tip)
  repo.merge(tip, { message: "Merge branch 'cache'" })
  const history = await historyOf(await repo.write())
  expect(history.changesOf(key)).toEqual(['commit added', 'pr:50 changed'])
  expect(history.part.nodes.find(({ key }) => key === 'pr:50')?.props.title).toBe('Add a cache')
})

it('only the newest changes are told when that is asked for, with the identities that lead to them', async () => {
  const repo = buildRepository()
  repo.commit({ files: load('return 0') })
  repo.commit({ message: 'Old (#1)', files: load('return 1') })
  repo.commit({ message: 'Move (#2)', rename: { 'app.py': 'lib.py' } })
  repo.commit({ message: 'New (#3)', files: { 'lib.py': 'def load():\n    return 3\n' } })
  const history = await historyOf(await repo.write(), { prs: 2 })
  expect(history.changesOf('function:lib.py::load')).toEqual(['pr:2 moved', 'pr:3 changed'])
  expect(history.part.formerKeys.get(key)).toBe('function:lib.py::load')
})

it('the commit at which a shallow clone begins is credited with nothing', async () => {
  const repo = buildRepository()
  repo.commit({ files: load('return 0') })
  const boundary = repo.commit({ message: 'Boundary (#1)', files: load('return 1') })
  repo.commit({ message: 'Change (#2)', files: load('return 2') })
  const path = await repo.write()
  writeFileSync(join(path, 'shallow'), `${boundary.sha}\n`)
  const history = await historyOf(path)
  expect(history.changesOf(key)).toEqual(['pr:2 changed'])
  expect(history.report.pull_requests).toBe(1)
})
