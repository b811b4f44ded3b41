import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GitRepository } from '../../src/git/types.ts'
import { beginReview } from '../../src/review/begin-review.ts'
import type { ReviewDocument } from '../../src/review/review-document.ts'
import { runReview } from '../../src/review/run-review.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'
import { EDITED } from './fix-edits.ts'
import { openSampleWith } from './sample-heads.ts'

const scratch = mkdtempSync(join(tmpdir(), 'repobrain-undo-'))
let workspace: Workspace
let repository: GitRepository

beforeAll(async () => {
  repository = await openSampleWith(EDITED, join(scratch, 'sample'))
  workspace = await openWorkspace()
  await workspace.ingest(repository.gitDir, { name: 'test/app' })
}, 120_000)

afterAll(async () => {
  await workspace.close()
  rmSync(scratch, { recursive: true })
})

async function review(index: number): Promise<ReviewDocument> {
  const request = { base: 'main', head: `pull-${index}` }
  const { task } = await beginReview(workspace.graph(), repository, request, null)
  return runReview(workspace.graph(), repository, task)
}

const takenBack = ({ findings }: ReviewDocument) =>
  findings
    .filter(({ kind }) => kind === 'undoes-fix' || kind === 'tried-before')
    .flatMap(({ evidence }) => evidence.flatMap(({ kind, number }) => (kind === 'pull_request' ? [number] : [])))

describe('a pull request that takes back an earlier fix is told so', () => {
  it.each(EDITED.flatMap((each, index) => (each.undoes === null ? [] : [{ ...each, index }])))(
    '$name (#$undoes)',
    async ({ index, undoes }) => expect(takenBack(await review(index))).toContain(undoes),
  )
})

describe('one that keeps it in other words is not', () => {
  it.each(EDITED.flatMap((each, index) => (each.undoes === null ? [{ ...each, index }] : [])))(
    '$name',
    async ({ index }) => expect(takenBack(await review(index))).toEqual([]),
  )
})
