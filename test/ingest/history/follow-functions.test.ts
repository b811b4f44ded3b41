import { describe, expect, it } from 'vitest'
import { buildRepository } from '../../fixtures/build-repository.ts'
import { historyOf } from './history-of.ts'

const body = (seed: string, lines = 6) =>
  Array.from({ length: lines }, (_, index) => `    ${seed}_${index} = compute(${seed}, ${index})`).join('\n')
const fn = (name: string, seed = name, lines = 6) => `def ${name}(x):\n${body(seed, lines)}\n    return x\n`

interface Case {
  readonly title: string
  readonly before: Record<string, string>
  readonly after: Record<string, string | null>
  /** Function before → function after; null when it is gone. */
  readonly moves: Record<string, string | null>
}

/** Two views that differ in little but what they are called, as web applications have them. */
const views = (create: string, update: string) => {
  const view = (name: string, route: string) => `@route("/${route}", methods=("GET", "POST"))\n${fn(name, 'form')}\n`
  return view(create, 'create') + view(update, 'update')
}

const table: readonly Case[] = [
  {
    title: 'renamed beside others like it, with its old name in a decorator',
    before: { 'a.py': views('create', 'update') },
    after: { 'a.py': views('create_post', 'update_post') },
    moves: { 'a.py::create': 'a.py::create_post', 'a.py::update': 'a.py::update_post' },
  },
  {
    title: 'renamed in its file',
    before: { 'a.py': fn('load') },
    after: { 'a.py': fn('read', 'load') },
    moves: { 'a.py::load': 'a.py::read' },
  },
  {
    title: 'moved to another file as it is',
    before: { 'a.py': fn('load') + fn('save'), 'b.py': fn('other') },
    after: { 'a.py': fn('save'), 'b.py': fn('other') + fn('load') },
    moves: { 'a.py::load': 'b.py::load' },
  },
  {
    title: 'moved to another file and edited',
    before: { 'a.py': fn('load') + fn('save'), 'b.py': fn('other') },
    after: { 'a.py': fn('save'), 'b.py': fn('other') + fn('load').replace('load_3', 'load_x') },
    moves: { 'a.py::load': 'b.py::load' },
  },
  {
    title: 'moved into a class',
    before: { 'a.py': fn('load') },
    after: { 'a.py': `class Store:\n${fn('load').replace(/^/gm, '    ').trimEnd()}\n` },
    moves: { 'a.py::load': 'a.py::Store.load' },
  },
  {
    title: 'moved to another file and renamed, as it is',
    before: { 'a.py': fn('load') + fn('save'), 'b.py': fn('other') },
    after: { 'a.py': fn('save'), 'b.py': fn('other') + fn('read', 'load') },
    moves: { 'a.py::load': 'b.py::read' },
  },
  {
    title: 'renamed with its file',
    before: { 'a.py': fn('load') + fn('save') },
    after: { 'a.py': null, 'lib/b.py': fn('load') + fn('save') },
    moves: { 'a.py::load': 'lib/b.py::load', 'a.py::save': 'lib/b.py::save' },
  },
  {
    title: 'split in two',
    before: { 'a.py': fn('load', 'load', 10) },
    after: { 'a.py': fn('first', 'load', 3) + fn('second', 'save', 5) },
    moves: { 'a.py::load': null },
  },
  {
    title: 'replaced by something else of the same name elsewhere',
    before: { 'a.py': fn('load') + fn('save'), 'b.py': fn('other') },
    after: {
      'a.py': fn('save'),
      'b.py': `${fn('other')}def load(path, mode):\n    with open(path, mode) as f:\n        return f.read()\n`,
    },
    moves: { 'a.py::load': null },
  },
  {
    title: 'copied to two places: ambiguous',
    before: { 'a.py': fn('load') + fn('save'), 'b.py': fn('x1'), 'c.py': fn('x2') },
    after: { 'a.py': fn('save'), 'b.py': fn('x1') + fn('load'), 'c.py': fn('x2') + fn('load') },
    moves: { 'a.py::load': null },
  },
  {
    title: 'one of two alike: ambiguous',
    before: { 'a.py': fn('one', 'same') + fn('two', 'same') },
    after: { 'a.py': fn('three', 'same') },
    moves: { 'a.py::one': null, 'a.py::two': null },
  },
]

describe('a function that was', () => {
  it.each(table)('$title', async ({ before, after, moves }) => {
    const repo = buildRepository()
    const first = repo.commit({ files: before })
    repo.commit({ message: 'Change', files: after })
    const history = await historyOf(await repo.write())
    const added = new Map(
      history
        .edges('MODIFIES', `commit:${first.sha}`)
        .map(({ to, props }) => [`${props.path}::${props.qualified_name}`, to.replace('function:', '')]),
    )
    const gone = new Set(
      history.part.nodes.flatMap(({ key, props }) => (props.gone ? [key.replace('function:', '')] : [])),
    )
    for (const [was, now] of Object.entries(moves)) {
      expect(added.get(was)).toBe(now ?? was)
      expect(gone.has(was)).toBe(now === null)
      if (now !== null) expect(history.part.formerKeys.get(`function:${was}`)).toBe(`function:${now}`)
    }
  })
})

it('E3: a function follows its file, a rename and a move; what is deleted is gone but told', async () => {
  const repo = buildRepository()
  const file = (...functions: string[]) => functions.join('\n\n')
  const [f, g, h] = ['def f():\n    return 1\n', 'def g():\n    return 2\n', 'def h():\n    return 2\n']
  repo.commit({ files: { 'a.py': file(f, g) } })
  repo.commit({ message: 'Rename the file (#1)', rename: { 'a.py': 'b.py' } })
  repo.commit({ message: 'Rename g (#2)', files: { 'b.py': file(f, h) } })
  const third = repo.commit({ message: 'Move f (#3)', files: { 'b.py': h, 'c.py': f } })
  repo.commit({ message: 'Delete h (#4)', files: { 'b.py': null } })
  const path = await repo.write()

  const after3 = await historyOf(path, { at: third.sha })
  expect(after3.changesOf('function:c.py::f')).toEqual(['commit added', 'pr:1 moved', 'pr:3 moved'])
  expect(after3.changesOf('function:b.py::h')).toEqual(['commit added', 'pr:1 moved', 'pr:2 moved'])
  expect(Object.fromEntries(after3.part.formerKeys)).toEqual({
    'function:a.py::f': 'function:c.py::f',
    'function:b.py::f': 'function:c.py::f',
    'function:a.py::g': 'function:b.py::h',
    'function:b.py::g': 'function:b.py::h',
  })
  expect(after3.part.nodes.filter(({ label }) => label === 'Function')).toEqual([])

  const after4 = await historyOf(path)
  expect(after4.changesOf('function:b.py::h')).toEqual(['commit added', 'pr:1 moved', 'pr:2 moved', 'pr:4 deleted'])
  expect(after4.part.nodes.find(({ key }) => key === 'function:b.py::h')?.props).toMatchObject({
    path: 'b.py',
    qualified_name: 'h',
    gone: true,
  })
})

it('what is deleted and added again is the same function', async () => {
  const repo = buildRepository()
  repo.commit({ files: { 'a.py': fn('f') + fn('g') } })
  repo.commit({ message: 'Drop (#1)', files: { 'a.py': fn('g') } })
  repo.commit({ message: 'Revert (#2)', files: { 'a.py': fn('f') + fn('g') } })
  const history = await historyOf(await repo.write())
  expect(history.changesOf('function:a.py::f')).toEqual(['commit added', 'pr:1 deleted', 'pr:2 added'])
  expect(history.part.nodes.filter(({ label }) => label === 'Function')).toEqual([])
})

it('each branch follows its own moves, and a merge keeps what either side did', async () => {
  const repo = buildRepository()
  const start = repo.commit({ files: { 'a.py': fn('f') + fn('g'), 'z.py': fn('z') } })
  repo.commit({
    branch: 'stable',
    start,
    message: 'Fix f (#10)',
    files: { 'a.py': fn('f').replace('f_1', 'f_x') + fn('g') },
  })
  const tip = repo.commit({ branch: 'stable', message: 'Add h (#11)', files: { 'h.py': fn('h') } })
  repo.commit({ message: 'Move a (#12)', rename: { 'a.py': 'b.py' } })
  repo.merge(tip, {
    message: "Merge branch 'stable'",
    files: { 'a.py': null, 'b.py': fn('f').replace('f_1', 'f_x') + fn('g'), 'h.py': fn('h'), 'z.py': fn('z') },
  })
  repo.commit({ message: 'Change h (#13)', files: { 'h.py': fn('h').replace('h_2', 'h_y') } })
  const history = await historyOf(await repo.write())
  expect(history.changesOf('function:b.py::f')).toEqual(['commit added', 'pr:10 changed', 'pr:12 moved'])
  expect(history.changesOf('function:h.py::h')).toEqual(['pr:11 added', 'pr:13 changed'])
})

it('a function added on both sides of a merge is one, also after it moves', async () => {
  const repo = buildRepository()
  const start = repo.commit({ files: { 'a.py': fn('g') } })
  const tip = repo.commit({
    branch: 'stable',
    start,
    message: 'Add f for stable',
    files: { 'a.py': fn('g') + fn('f') },
  })
  repo.commit({ message: 'Add f (#20)', files: { 'a.py': fn('g') + fn('f') } })
  repo.merge(tip, { message: "Merge branch 'stable'" })
  repo.commit({ message: 'Move f (#21)', files: { 'a.py': fn('g'), 'b.py': fn('f') } })
  const history = await historyOf(await repo.write())
  expect(history.changesOf('function:b.py::f')).toEqual(['commit added', 'pr:20 added', 'pr:21 moved'])
})
