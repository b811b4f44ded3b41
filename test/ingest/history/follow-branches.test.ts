import { describe, expect, it } from 'vitest'
import { buildRepository, type MergeStyle } from '../../fixtures/build-repository.ts'
import { cacheFolder, historyOf } from './history-of.ts'

const call = (name: string, index: number) => `    ${name}_${index} = compute(${name}, ${index})\n`
const calls = (name: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => call(name, from + index)).join('')
const fn = (name: string, body: string) => `def ${name}(x):\n${body}    return x\n`
const other = fn('other', calls('other', 0, 4))
const last = 'function:app.py::sync'

/** A function renamed by the first commit, moved and half rewritten by the second: in the sum little is left of it. */
function pullRequest(style: MergeStyle) {
  const repo = buildRepository()
  repo.commit({ files: { 'helpers.py': other + fn('run', calls('load', 0, 12)), 'app.py': other } })
  repo.pullRequest({
    number: 7,
    title: 'Simplify',
    style,
    commits: [
      { files: { 'helpers.py': other + fn('sync', calls('load', 0, 10) + calls('store', 0, 3)) } },
      { files: { 'helpers.py': other, 'app.py': other + fn('sync', calls('load', 0, 7) + calls('store', 0, 8)) } },
    ],
  })
  return repo
}

describe('a function that the commits of a pull request lead on step by step', () => {
  it.each(['merge', 'rebase'] as const)('is followed through them (%s)', async (style) => {
    const repo = pullRequest(style)
    const history = await historyOf(await repo.write())
    expect(history.changesOf(last)).toEqual(['commit added', 'pr:7 changed'])
    expect(history.edges('MODIFIES', 'pr:7').map(({ props }) => props)).toEqual([
      {
        kind: 'changed',
        added: 17,
        removed: 14,
        path: 'app.py',
        qualified_name: 'sync',
        was_path: 'helpers.py',
        was_qualified_name: 'run',
      },
    ])
    expect(history.part.formerKeys.get('function:helpers.py::run')).toBe(last)
  })
})

it('without the commits in between what is left in common does not tell', async () => {
  const history = await historyOf(await pullRequest('squash').write())
  expect(history.changesOf(last)).toEqual(['pr:7 added'])
  expect(history.changesOf('function:helpers.py::run')).toEqual(['commit added', 'pr:7 deleted'])
})

it('what a commit of the branch leaves ambiguous stays so', async () => {
  const repo = buildRepository()
  const body = calls('load', 0, 12)
  repo.commit({ files: { 'helpers.py': other + fn('run', body), 'app.py': other } })
  repo.pullRequest({
    number: 7,
    title: 'Split',
    style: 'merge',
    commits: [
      { files: { 'helpers.py': other + fn('one', body) + fn('two', body) } },
      {
        files: {
          'helpers.py': other,
          'app.py': other + fn('one', calls('load', 0, 6) + calls('a', 0, 9)) + fn('two', calls('b', 0, 9)),
        },
      },
    ],
  })
  const history = await historyOf(await repo.write())
  expect(history.changesOf('function:helpers.py::run')).toEqual(['commit added', 'pr:7 deleted'])
  expect(history.changesOf('function:app.py::one')).toEqual(['pr:7 added'])
})

it('a branch is read once: what it told is kept, and told again to a running process', async () => {
  const options = { cacheDir: cacheFolder(), memory: new Map() }
  const repo = pullRequest('merge')
  const path = await repo.write()
  const first = await historyOf(path, options)
  repo.commit({ message: 'Change (#8)', files: { 'helpers.py': fn('other', calls('other', 0, 5)) } })
  await repo.write()
  const fresh = await historyOf(path)
  expect(fresh.changesOf(last)).toEqual(first.changesOf(last))
  expect((await historyOf(path, options)).part).toEqual(fresh.part)
  expect((await historyOf(path, { cacheDir: options.cacheDir })).part).toEqual(fresh.part)
})
