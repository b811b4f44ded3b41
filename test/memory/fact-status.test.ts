import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedKey } from '../../src/graph/entities.ts'
import { loadFacts } from '../../src/memory/load-facts.ts'
import { buildRepository, type RepositoryBuilder } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'
import { remember } from './remember.ts'

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

let count = 0

/** A repository of its own, with what was said of it and what then became of the code. */
async function factAfter(
  files: Record<string, string>,
  about: string,
  change: (repository: RepositoryBuilder) => void,
  options: { history?: boolean } = {},
) {
  const name = `status${++count}`
  const repository = buildRepository()
  repository.commit({ files })
  const path = await repository.write()
  await workspace.ingest(path, { name: `test/${name}`, ...options })
  const graph = workspace.graph(name)
  const { fact } = await remember(graph, 'worth knowing', [about])
  expect(fact.status).toBe('current')
  change(repository)
  await repository.write()
  await workspace.ingest(path, { name: `test/${name}`, ...options })
  const [today] = await loadFacts(graph, [storedKey(fact.ref)])
  if (today === undefined) throw new Error('the fact is lost')
  return today
}

const pull = (repository: RepositoryBuilder, number: number, change: Record<string, string | null>) =>
  repository.pullRequest({ number, title: `Change ${number}`, style: 'squash', commits: [{ files: change }] })

describe('E5: what makes a fact stale, and what does not', () => {
  const LIM = '@cache(\'a\')\ndef lim(n, deep=1):\n    """Tell."""\n    if n:\n        n += 1\n    return n < 10\n'
  const cases: readonly (readonly [string, 'current' | 'stale', string])[] = [
    ['(a) CRLF', 'current', LIM.replaceAll('\n', '\r\n')],
    ['(b) quotes and layout', 'current', LIM.replace("'a'", '"a"').replace('n < 10', '(\n        n < 10\n    )')],
    ['(c) a comment', 'current', LIM.replace('    return', '    # so that it ends\n    return')],
    ['(d) 40 lines down', 'current', `${'X = 1\n'.repeat(40)}\n\n${LIM}`],
    ['(e) n <= 10', 'stale', LIM.replace('n < 10', 'n <= 10')],
    ['(f) out of the if', 'stale', LIM.replace('        n += 1', '        pass\n    n += 1')],
    ['(g) a default', 'stale', LIM.replace('deep=1', 'deep=2')],
    ['(h) an argument of a decorator', 'stale', LIM.replace("'a'", "'b'")],
    ['(i) the text of the docstring', 'stale', LIM.replace('Tell.', 'Say.')],
  ]
  test.each(cases)('%s → %s', async (_, status, changed) => {
    const fact = await factAfter({ 'a.py': LIM }, 'function:a.py::lim', (repository) =>
      pull(repository, 7, { 'a.py': changed }),
    )
    expect(fact.status).toBe(status)
    if (status === 'stale') expect(fact.cause).toMatchObject({ number: 7, title: 'Change 7' })
    else expect(fact.cause).toBeNull()
  })

  test('the newest of several changes is named, and one that changed nothing that counts is not', async () => {
    const fact = await factAfter({ 'a.py': LIM }, 'function:a.py::lim', (repository) => {
      pull(repository, 1, { 'a.py': LIM.replace('10', '11') })
      pull(repository, 2, { 'a.py': LIM.replace('10', '12') })
      pull(repository, 3, { 'b.py': LIM })
    })
    expect(fact).toMatchObject({ status: 'stale', cause: { number: 2 } })
  })

  test('a change that is taken back leaves the fact as it was', async () => {
    const fact = await factAfter({ 'a.py': LIM }, 'function:a.py::lim', (repository) => {
      pull(repository, 1, { 'a.py': LIM.replace('10', '11') })
      pull(repository, 2, { 'a.py': LIM })
    })
    expect(fact.status).toBe('current')
  })

  test('without history it is stale all the same, by a change that is not recorded', async () => {
    const change = (repository: RepositoryBuilder) =>
      void repository.commit({ files: { 'a.py': LIM.replace('10', '11') } })
    const fact = await factAfter({ 'a.py': LIM }, 'function:a.py::lim', change, { history: false })
    expect(fact).toMatchObject({ status: 'stale', cause: null })
  })
})

describe('E3: facts follow the code', () => {
  const F =
    'def f(x):\n    total = x + 1\n    for each in range(total):\n        print(each, total)\n    return total * 2\n'
  const REST = 'def g(y):\n    return y\n'

  test('to another file: moved', async () => {
    const fact = await factAfter({ 'a.py': `${F}\n${REST}` }, 'function:a.py::f', (repository) =>
      pull(repository, 1, { 'a.py': REST, 'c.py': F }),
    )
    expect(fact).toMatchObject({ status: 'moved', about: [{ ref: 'function:c.py::f' }] })
  })

  test('under another name and nothing else: moved', async () => {
    const fact = await factAfter({ 'a.py': `${F}\n${REST}` }, 'function:a.py::f', (repository) =>
      pull(repository, 1, { 'a.py': `${F.replace('def f', 'def fresh')}\n${REST}` }),
    )
    expect(fact).toMatchObject({ status: 'moved', about: [{ ref: 'function:a.py::fresh' }], cause: null })
  })

  test('to another file with another body: stale', async () => {
    const fact = await factAfter({ 'a.py': `${F}\n${REST}` }, 'function:a.py::f', (repository) =>
      pull(repository, 1, { 'a.py': REST, 'c.py': F.replace('* 2', '* 3') }),
    )
    expect(fact).toMatchObject({ status: 'stale', about: [{ ref: 'function:c.py::f' }], cause: { number: 1 } })
  })

  test('deleted: gone, with the change that did it', async () => {
    const fact = await factAfter({ 'a.py': `${F}\n${REST}` }, 'function:a.py::f', (repository) =>
      pull(repository, 9, { 'a.py': REST }),
    )
    expect(fact).toMatchObject({ status: 'gone', cause: { number: 9 } })
  })
})

describe('a fact is weakened by the interface of what its function calls', () => {
  const CALLER = 'def f(x):\n    return helper(x)\n'
  const helper = (header: string, body = 'return x') => `def helper(${header}):\n    ${body}\n`
  const from = async (
    changed: Record<string, string | null>,
    files: Record<string, string> = { 'a.py': `${CALLER}\n\n${helper('x')}` },
  ) => factAfter(files, 'function:a.py::f', (repository) => pull(repository, 1, changed))

  test('another signature weakens', async () => {
    const fact = await from({ 'a.py': `${CALLER}\n\n${helper('x, deep=False')}` })
    expect(fact).toMatchObject({ status: 'weakened', changedCallees: ['helper'] })
  })

  test('another body does not', async () => {
    expect((await from({ 'a.py': `${CALLER}\n\n${helper('x', 'return x + 1')}` })).status).toBe('current')
  })

  test('moved as it is to another file does not', async () => {
    const fact = await from({ 'a.py': `from b import helper\n\n\n${CALLER}`, 'b.py': helper('x') })
    expect(fact.status).toBe('current')
  })

  test('what is stale is not weakened as well', async () => {
    const changed = `${CALLER.replace('helper(x)', 'helper(x) + 1')}\n\n${helper('x, y')}`
    expect((await from({ 'a.py': changed })).status).toBe('stale')
  })
})

describe('what else a fact can be about', () => {
  const CLASS = 'class A:\n    limit = 1\n\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n'

  test('a class is stale when one of its methods changes, by that change', async () => {
    const fact = await factAfter({ 'a.py': CLASS }, 'class:a.py::A', (repository) =>
      pull(repository, 3, { 'a.py': CLASS.replace('return 2', 'return 3') }),
    )
    expect(fact).toMatchObject({ status: 'stale', cause: { number: 3 } })
  })

  test('a file is stale when something it defines changes, not when a comment does', async () => {
    const comment = await factAfter({ 'a.py': CLASS }, 'file:a.py', (repository) =>
      pull(repository, 3, { 'a.py': `# A\n${CLASS}` }),
    )
    expect(comment.status).toBe('current')
    const method = await factAfter({ 'a.py': CLASS }, 'file:a.py', (repository) =>
      pull(repository, 4, { 'a.py': CLASS.replace('return 2', 'return 3') }),
    )
    expect(method).toMatchObject({ status: 'stale', cause: { number: 4 } })
  })

  test('of a pull request nothing can be compared', async () => {
    const repository = buildRepository()
    repository.commit({ files: { 'a.py': CLASS } })
    pull(repository, 5, { 'a.py': CLASS.replace('1', '2') })
    await workspace.ingest(await repository.write(), { name: 'test/pulls' })
    const { fact } = await remember(workspace.graph('pulls'), 'it was rushed', ['pr:5'])
    expect(fact.status).toBe('unknown')
  })
})
