import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { history } from '../../demo/sample/history.ts'
import { buildSample } from '../../scripts/build-sample.ts'
import { openBundle } from '../../src/git/open-bundle.ts'
import { gitOutput } from '../../src/git/run-git.ts'

const bundle = fileURLToPath(new URL('../../demo/sample.bundle', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'repobrain-bundle-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const refsOf = async (gitDir: string) => (await gitOutput(['for-each-ref', 'refs/'], { gitDir })).toString()

describe('the sample project', () => {
  it('is packed as its patches say', async () => {
    const packed = await openBundle(bundle, join(scratch, 'packed'))
    const built = await buildSample()
    expect(await refsOf(packed.gitDir)).toBe(await refsOf(built))
    rmSync(built, { recursive: true })
  })

  it('has a later state that differs from the one the demo starts at', async () => {
    const repository = await openBundle(bundle, join(scratch, 'opened'))
    const head = await repository.head()
    expect(head?.branch).toBe('main')
    const start = await repository.resolveRevision('demo/start')
    const later: string[] = []
    for await (const commit of repository.commits(head?.sha ?? '', [start])) later.push(commit.sha)
    expect(later.length).toBeGreaterThan(1)
  })

  it('opens again into the same directory', async () => {
    const into = join(scratch, 'twice')
    const first = await (await openBundle(bundle, into)).head()
    expect(await (await openBundle(bundle, into)).head()).toEqual(first)
  })

  it('tells of fifteen pull requests by four people in every merge style', () => {
    const requests = history.filter((step) => step.kind === 'pull-request')
    expect(requests.map((step) => step.number)).toHaveLength(15)
    expect(new Set(requests.map((step) => step.style))).toEqual(new Set(['merge', 'squash', 'rebase', 'queue']))
    expect(new Set(requests.map((step) => step.author)).size).toBe(4)
  })
})
