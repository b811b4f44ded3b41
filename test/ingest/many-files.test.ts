import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

test('C3: every file of a pull request counts, however many, large or odd they are', async () => {
  const file = (at: number) => `src/m${at}.py`
  const files = (count: number, turn: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [file(at), `def f${at}():\n    return ${turn}\n`]))
  const large = (turn: number) =>
    `${Array.from({ length: 15_000 }, (_, at) => `x${at} = ${at}`).join('\n')}\n\ndef big():\n    return ${turn}\n`
  const png = (turn: number) => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, turn])
  const odd = (turn: number) => ({
    'src/img/12.png': png(turn),
    'src/big.py': large(turn),
    'src/pay.py': `def charge():\n    return ${turn}\n`,
  })
  const repository = buildRepository()
  repository.commit({ files: { ...files(320, 0), ...odd(0) } })
  for (const [number, count] of [
    [5, 140],
    [6, 320],
  ] as const) {
    const changed = number === 5 ? { ...files(count, number), ...odd(number) } : files(count, number)
    const commits = [{ files: changed }]
    repository.pullRequest({ number, title: `Change ${count} files`, style: 'squash', head: false, commits })
  }
  await workspace.ingest(await repository.write())
  const modified = (await workspace.entities())
    .filter(({ edge, from }) => edge === 'MODIFIES' && /5$|6$/.test(from ?? ''))
    .map(({ from, to }) => `${from} ${to}`)
  const of = (number: number) => modified.filter((each) => each.startsWith(`pr:${number} `))
  expect(of(5)).toHaveLength(142)
  expect(of(5).filter((each) => /pay\.py.*charge|big\.py.*big/.test(each))).toHaveLength(2)
  expect(of(6)).toHaveLength(320)
})
