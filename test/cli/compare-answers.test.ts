import { describe, expect, it } from 'vitest'
import type { Answer, Evidence } from '../../src/agent/answer.ts'
import { chooseStretch } from '../../src/cli/demo/choose-start.ts'
import { compareAnswers } from '../../src/cli/demo/compare-answers.ts'
import { openRepository } from '../../src/git/open-repository.ts'
import { buildRepository } from '../fixtures/build-repository.ts'

const change = (ref: number, number: number): Evidence => ({
  kind: 'pull_request',
  role: 'change',
  ref,
  number,
  title: `Change ${number}`,
  merged_at: null,
  url: null,
})
const person = (ref: number, name: string): Evidence => ({
  kind: 'person',
  role: 'expert',
  ref,
  name,
  login: null,
  url: null,
})

function answer(lines: readonly [number, number], evidence: readonly Evidence[]): Answer {
  const [start_line, end_line] = lines
  return {
    mode: 'graph',
    note: null,
    text: '',
    subjects: [{ kind: 'function', path: 'a.py', qualified_name: 'f', start_line, end_line, url: null }],
    evidence,
    path: [],
    facts: [],
    candidates: [],
    coverage: { commit: null, behind: null, pull_requests: 0, missing: [] },
    queries: [],
    repository: 'a/b',
    session: 's',
    episode: 'e',
  }
}

describe('what a sync changed in an answer', () => {
  it('is nothing when the same is said, whatever its numbers', () => {
    const [before, after] = [
      answer([1, 2], [change(1, 5), person(2, 'Ann')]),
      answer([1, 2], [person(1, 'Ann'), change(2, 5)]),
    ]
    expect(compareAnswers(before, after)).toEqual([])
  })

  it('is where the function lies, what is new, what is not shown any more, and who comes first', () => {
    const [before, after] = [
      answer([1, 2], [change(1, 5), person(2, 'Ann')]),
      answer([3, 9], [change(1, 6), person(2, 'Bo')]),
    ]
    expect(compareAnswers(before, after)).toEqual([
      { what: 'moved', text: 'f: a.py:1–2 is now a.py:3–9' },
      { what: 'new', text: 'PR #6 Change 6' },
      { what: 'gone', text: 'PR #5 Change 5 (no longer among those shown)' },
      { what: 'moved', text: 'the first to ask was Ann, is now Bo' },
    ])
  })
})

describe('the stretch of history that a demo goes', () => {
  const withCommits = async (count: number, tagged?: number) => {
    const repo = buildRepository()
    for (let index = 1; index <= count; index++) {
      const commit = repo.commit({ files: { 'a.py': `x = ${index}\n` } })
      if (index === tagged) repo.ref('refs/tags/demo/start', commit)
    }
    return chooseStretch(await openRepository(await repo.write()))
  }

  it('begins at the tag that a repository made for it has', async () => {
    expect(await withCommits(5, 2)).toMatchObject({ changes: 3 })
  })

  it.each([
    [1, 0],
    [6, 3],
    [200, 60],
  ])('of %i changes ends with the last %i', async (commits, changes) => {
    const stretch = await withCommits(commits)
    expect(stretch?.changes).toBe(changes)
    expect(stretch?.start === stretch?.end).toBe(changes === 0)
  })

  it('is none in a repository without commits', async () => {
    expect(await withCommits(0)).toBeNull()
  })
})
