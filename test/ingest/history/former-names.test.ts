import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spellingsOf } from '../../../src/ingest/history/former-names.ts'
import { buildRepository } from '../../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../../fixtures/open-workspace.ts'

describe('spellings of former names', () => {
  it.each([
    [['put'], 'add', ['put']],
    [['Cart.put'], 'Cart.add', ['Cart.put', 'put']],
    [['A.b.c'], 'B.b.c', ['A.b.c']],
    [['A.f', 'f'], 'B.g', ['A.f', 'f']],
    [['f'], 'A.f', []],
  ])('%j of what is called %s now are %j', (former, today, spellings) => {
    expect(spellingsOf(former, today)).toEqual(spellings)
  })
})

describe('functions in the graph', () => {
  let workspace: Workspace
  const named: Record<string, unknown> = {}
  const body = '(x):\n    total = x + 1\n    return total * 2\n'
  beforeAll(async () => {
    workspace = await openWorkspace()
    const repository = buildRepository()
    repository.commit({ files: { 'a.py': `def first${body}\n\ndef stays(): pass\n` } })
    repository.commit({ files: { 'a.py': `def second${body}\n\ndef stays(): pass\n` } })
    repository.commit({ files: { 'a.py': 'def stays(): pass\n' } })
    repository.commit({ files: { 'a.py': 'def still(): pass\n' } })
    await workspace.ingest(await repository.write())
    for (const { node, label, props } of await workspace.entities()) {
      if (node !== undefined && label === 'Function') named[node] = props.former_names
    }
  })
  afterAll(() => workspace.close())

  it('know what they were called, also those that are gone', () => {
    expect(named).toEqual({
      'function:a.py::second': ['first'],
      'function:a.py::still': ['stays'],
    })
  })
})
