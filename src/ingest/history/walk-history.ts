import { createHash } from 'node:crypto'
import { type FollowedHistory, followSteps, startOfHistory } from './follow-identity.ts'
import { lineageKeys } from './lineage-keys.ts'
import type { ModifiedEdges } from './modified-edges.ts'
import type { Step } from './plan-steps.ts'
import type { StepRecord } from './step-record.ts'

/** What the layers of the graph need of a step's record beside what it did to functions. */
export type StepSummary = Pick<StepRecord, 'changelog' | 'hunks' | 'hunksMapped'>

/** A history that can be gone on from, by this process or the next one. */
export interface WalkedHistory {
  readonly followed: FollowedHistory
  /** Of all its steps together: a longer history begins with these steps when its first ones have the same identity. */
  readonly identity: string
  /** By number of the step. */
  readonly summaries: readonly StepSummary[]
  /** The edges as they were built last. */
  readonly modified: ModifiedEdges | null
  /** Of the lineages, by number; absent where they have to be found again. */
  readonly keys?: readonly string[]
}

export interface FurtherWalk extends Omit<WalkedHistory, 'modified' | 'keys'> {
  /** What the walk went on from: keys of its lineages, by number, and the edges of its steps. */
  readonly before: {
    readonly keys: readonly string[]
    readonly modified: ModifiedEdges
    readonly joined: number
  } | null
}

/**
 * Follows all functions through all steps, going on from a known history where the steps begin with its steps and go on from
 * its last commit: the result is the same, since what a step does depends on earlier steps alone. The known history is used
 * up. `read` gives records, in the order asked.
 */
export async function walkHistory(
  steps: readonly Step[],
  headCommit: string,
  known: WalkedHistory | null,
  read: (steps: readonly Step[]) => Promise<readonly StepRecord[]>,
): Promise<FurtherWalk> {
  const from = known !== null && goesOn(known, steps) ? known : null
  const followed = from?.followed ?? startOfHistory()
  const before =
    from?.modified == null
      ? null
      : { keys: from.keys ?? lineageKeys(followed), modified: from.modified, joined: followed.same.size }
  const further = steps.slice(followed.table.steps)
  const records = await read(further)
  const walked = records.map((record, index) => ({ record, joined: further[index]?.joined ?? [] }))
  followSteps(followed, walked, headCommit)
  const summaries = records.map(({ changelog, hunks, hunksMapped }) => ({ changelog, hunks, hunksMapped }))
  return { followed, before, identity: identityOf(steps), summaries: [...(from?.summaries ?? []), ...summaries] }
}

function goesOn({ followed, identity, modified }: WalkedHistory, steps: readonly Step[]): boolean {
  const { commit, table } = followed
  const count = table.steps
  if (modified === null || count === 0 || count > steps.length) return false
  if (identityOf(steps.slice(0, count)) !== identity) return false
  // A parent that was a step, but whose view is not kept: a branch from further back.
  const forgotten = new Set(steps.slice(0, count).map((step) => step.commit.sha))
  forgotten.delete(commit ?? '')
  return steps
    .slice(count)
    .every(({ parent, joined }) => ![parent, ...joined].some((sha) => sha !== null && forgotten.has(sha)))
}

/** Of everything about steps that their edges depend on, apart from the languages' versions. */
function identityOf(steps: readonly Step[]): string {
  const texts = steps.map(({ commit, parent, role, pull, joined, commits, inner }) =>
    [commit.sha, parent, role, pull?.number, joined, inner.length, ...commits.map(({ sha }) => sha)].join(' '),
  )
  return createHash('sha1').update(texts.join('\n')).digest('hex')
}
