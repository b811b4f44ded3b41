import { expect, it } from 'vitest'
import { buildRepository } from '../../fixtures/build-repository.ts'
import { historyOf } from '../../ingest/history/history-of.ts'

it('E3: a TypeScript function follows its file, a rename and a move; what is deleted is gone but told', async () => {
  const repo = buildRepository()
  const [f, g, h] = [
    'export const f = () => {\n  return 1\n}\n',
    'function g() {\n  return 2\n}\n',
    'function h() {\n  return 2\n}\n',
  ]
  repo.commit({ files: { 'a.ts': `${f}\n${g}` } })
  repo.commit({ message: 'Rename the file (#1)', rename: { 'a.ts': 'b.ts' } })
  repo.commit({ message: 'Rename g (#2)', files: { 'b.ts': `${f}\n${h}` } })
  const third = repo.commit({ message: 'Move f (#3)', files: { 'b.ts': h, 'c.ts': f } })
  repo.commit({ message: 'Delete h (#4)', files: { 'b.ts': null } })
  const path = await repo.write()

  const after3 = await historyOf(path, { at: third.sha })
  expect(after3.changesOf('function:c.ts::f')).toEqual(['commit added', 'pr:1 moved', 'pr:3 moved'])
  expect(after3.changesOf('function:b.ts::h')).toEqual(['commit added', 'pr:1 moved', 'pr:2 moved'])

  const after4 = await historyOf(path)
  expect(after4.changesOf('function:b.ts::h')).toEqual(['commit added', 'pr:1 moved', 'pr:2 moved', 'pr:4 deleted'])
  expect(after4.part.nodes.find(({ key }) => key === 'function:b.ts::h')?.props).toMatchObject({ gone: true })
})
