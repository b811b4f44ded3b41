import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRepository } from '../../src/git/open-repository.ts'
import type { GitRepository } from '../../src/git/types.ts'
import { beginReview } from '../../src/review/begin-review.ts'
import type { KnownPullRequest, ReviewRequest } from '../../src/review/find-subject.ts'
import type { ReviewDocument } from '../../src/review/review-document.ts'
import { runReview } from '../../src/review/run-review.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'

const APP = 'def run(job):\n    return job()\n\n\ndef stop():\n    return None\n'
const LARGE = 6 * 1024 * 1024

let workspace: Workspace
let git: GitRepository
const heads: Record<string, string> = {}

beforeAll(async () => {
  const repository = buildRepository({ author: 'Ada <ada@example.org>' })
  const start = repository.commit({ files: { 'app.py': APP, 'notes.txt': 'one\n', 'gone.py': 'x = 1\n' } })
  const branch = (name: string, files: Record<string, string | Buffer | null>) => {
    const head = repository.commit({ branch: name, start, files })
    return () => {
      heads[name] = head.sha
    }
  }
  const keep = [
    branch('empty', {}),
    branch('words', { 'notes.txt': 'two\n', 'README.md': '# App\n' }),
    branch('binary', { 'logo.png': Buffer.from([137, 80, 78, 71, 0, 1]), 'app.py': APP.replace('None', '0') }),
    branch('data', { 'data.json': `[${'1,'.repeat(LARGE / 2)}1]\n`, 'table.py': `T = [${'1, '.repeat(LARGE / 3)}]\n` }),
    branch(
      'many',
      Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`pkg/m${n}.py`, `def f${n}():\n    return ${n}\n`])),
    ),
    branch('stopping', { 'app.py': APP.replace('return None', 'raise SystemExit') }),
  ]
  repository.commit({ branch: 'unrelated', files: { 'app.py': APP.replace('job()', 'job(1)') } })
  const landed = repository.pullRequest({
    number: 7,
    title: 'Let jobs take an argument',
    style: 'squash',
    author: 'Bob <bob@example.org>',
    commits: [{ files: { 'app.py': APP.replace('job()', 'job(None)') } }],
  })
  repository.ref(
    'refs/pull/8/head',
    repository.commit({
      branch: 'open',
      author: 'Cy <cy@example.org>',
      start,
      files: { 'app.py': APP.replace('job()', 'job(8)') },
    }),
  )
  const path = await repository.write()
  for (const each of keep) each()
  heads.landed = landed.landed.sha
  git = await openRepository(path)
  workspace = await openWorkspace()
  await workspace.ingest(path, { name: 'test/app' })
}, 120_000)
afterAll(() => workspace.close())

async function review(request: ReviewRequest, known: KnownPullRequest | null = null): Promise<ReviewDocument> {
  const { task } = await beginReview(workspace.graph(), git, request, known)
  return runReview(workspace.graph(), git, task)
}

const changed = ({ functions }: ReviewDocument) =>
  functions.map(({ kind, qualified_name }) => `${kind} ${qualified_name}`)
const against = (head: string) => review({ base: 'main', head })

describe('what there is to review', () => {
  it('is nothing where no file differs', async () => {
    expect((await against('empty')).nothing).toBe('No file differs.')
  })

  it('is nothing where the base has the head already', async () => {
    expect((await review({ base: 'main', head: 'main' })).nothing).toBe(
      'The base has every commit of the head already.',
    )
  })

  it('is nothing where no changed file is parsed, and those are named', async () => {
    const { nothing, mapping, findings } = await against('words')
    expect(nothing).toBe('None of the 2 changed files is source that is parsed.')
    expect(mapping.unmapped).toEqual([
      { path: 'README.md', reason: '.md is not parsed' },
      { path: 'notes.txt', reason: '.txt is not parsed' },
    ])
    expect(findings).toEqual([])
  })

  it('leaves binary files out, and says so', async () => {
    const document = await against('binary')
    expect(changed(document)).toEqual(['changed stop'])
    expect(document.mapping).toMatchObject({ files: 2, hunks: 1, mapped: 1 })
    expect(document.mapping.unmapped).toEqual([{ path: 'logo.png', reason: 'binary' }])
  })

  it('leaves files of megabytes out without reading them', async () => {
    const { mapping } = await against('data')
    expect(mapping.unmapped.map(({ path }) => path)).toEqual(['data.json', 'table.py'])
    expect(mapping.unmapped[1]?.reason).toMatch(/bytes, over the limit$/)
  })

  it('is everything in three hundred files', async () => {
    const document = await against('many')
    expect(document.functions).toHaveLength(300)
    expect(document.mapping).toMatchObject({ files: 300, mapped: 300 })
  })
})

describe('which commits are compared', () => {
  it('leaves out what the base did since the branch began', async () => {
    const document = await against('stopping')
    expect(changed(document)).toEqual(['changed stop'])
    expect(document.subject.merge_base).not.toBe(document.subject.base)
  })

  it('compares histories that have nothing in common as they are, and says so', async () => {
    const document = await against('unrelated')
    expect(changed(document)).toEqual(['changed run'])
    expect(document.missing[0]).toBe('Base and head have no common history: all that differs counts as changed.')
  })

  it('finds what a merged pull request brought in', async () => {
    const document = await review({ pr: 7 })
    expect(document.subject).toMatchObject({
      number: 7,
      title: 'Let jobs take an argument',
      author: 'Bob',
      head: heads.landed,
    })
    expect(changed(document)).toEqual(['changed run'])
  })

  it('finds an open one by its head in the clone', async () => {
    const document = await review({ pr: 8 })
    expect(changed(document)).toEqual(['changed run'])
    expect(document.subject.author).toBe('Cy')
  })

  it('believes the records where they know better', async () => {
    const known = {
      title: 'Stop',
      url: 'https://github.com/test/app/pull/8',
      draft: true,
      base: null,
      head: heads.stopping ?? '',
    }
    const { subject } = await review({ pr: 8 }, { ...known, author: { login: 'eve', bot: false } })
    expect(subject).toMatchObject({ title: 'Stop', author: 'eve', draft: true, head: heads.stopping, url: known.url })
  })

  it('says how to get a pull request that the clone does not have', async () => {
    const known = { title: 'Far', url: 'u', draft: false, base: null, head: '1'.repeat(40), author: null }
    await expect(review({ pr: 9 }, known)).rejects.toMatchObject({
      exitCode: 3,
      remedy: expect.stringContaining('refs/pull/9/head'),
    })
  })
})
