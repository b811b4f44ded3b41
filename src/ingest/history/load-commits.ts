import { join } from 'node:path'
import { readCommitsAt } from '../../git/read-commits.ts'
import type { CommitRecord, GitRepository, Signature } from '../../git/types.ts'
import { openAppendOnlyFile } from './append-only-file.ts'
import { type CommitIndex, indexCommits } from './commit-index.ts'

/** Commits of one repository on disk, so that a sync asks git for the new ones only. */
export interface CommitStore {
  /** Everything reachable from `head`. */
  load(head: string): Promise<CommitIndex>
  /** Commits by sha, wherever they are; those that git does not have are missing. */
  find(shas: readonly string[]): Promise<ReadonlyMap<string, CommitRecord>>
}

type Person = readonly [name: string, email: string, at: string]
type Row = readonly [sha: string, parents: string, message: string, author: Person, committer?: Person]
/** All ancestors of a tip are in the file. */
type Tip = readonly [tip: string]

/** Git is told at most this many commits that are known already. */
const MAX_TIPS = 50

export function openCommitStore(dir: string, repository: GitRepository): CommitStore {
  const file = openAppendOnlyFile(join(dir, 'commits.jsonl'))
  const known = new Map<string, CommitRecord>()
  const tips = new Set<string>()
  for (const row of file.read() as (Row | Tip)[]) {
    if (row.length === 1) tips.add(row[0])
    else known.set(row[0], decode(row))
  }

  async function fetch(head: string, exclude: readonly string[]): Promise<void> {
    const rows: (Row | Tip)[] = []
    for await (const commit of repository.commits(head, exclude)) {
      if (!known.has(commit.sha)) rows.push(encode(commit))
      known.set(commit.sha, commit)
    }
    tips.add(head)
    file.append([...rows, [head]])
  }

  return {
    async load(head) {
      if (!tips.has(head)) {
        const recent = [...tips].slice(-MAX_TIPS)
        // A tip may be gone after a force-push and a clean-up.
        const present = recent.length === 0 ? [] : await presentAmong(repository, recent)
        await fetch(head, present)
      }
      const index = indexCommits(head, known)
      if (index.complete) return index
      // A damaged cache: git has every parent that it names, also in a shallow clone.
      await fetch(head, [])
      return indexCommits(head, known)
    },
    async find(shas) {
      const missing = [...new Set(shas)].filter((sha) => !known.has(sha))
      const rows: Row[] = []
      for await (const commit of readCommitsAt(repository.gitDir, missing)) {
        known.set(commit.sha, commit)
        rows.push(encode(commit))
      }
      file.append(rows)
      return known
    },
  }
}

async function presentAmong(repository: GitRepository, shas: readonly string[]): Promise<string[]> {
  const present: string[] = []
  for await (const { sha } of readCommitsAt(repository.gitDir, shas)) present.push(sha)
  return present
}

const person = ({ name, email, at }: Signature): Person => [name, email, at]
const signature = ([name, email, at]: Person): Signature => ({ name, email, at })

function encode({ sha, parents, message, author, committer }: CommitRecord): Row {
  const same = author.name === committer.name && author.email === committer.email && author.at === committer.at
  const row = [sha, parents.join(' '), message, person(author)] as const
  return same ? row : [...row, person(committer)]
}

function decode([sha, parents, message, author, committer]: Row): CommitRecord {
  return {
    sha,
    parents: parents === '' ? [] : parents.split(' '),
    message,
    author: signature(author),
    committer: signature(committer ?? author),
  }
}
