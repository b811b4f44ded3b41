import type { FunctionChange, FunctionPlace } from '../../code/changes/function-change.ts'
import { placeId } from './apply-step.ts'
import type { CommitIndex } from './commit-index.ts'
import type { CommitPair } from './map-steps.ts'
import type { Step } from './plan-steps.ts'
import type { StepRecord } from './step-record.ts'

/** The commits of a step's own branch. */
export interface Branch {
  /** Where it begins. */
  readonly base: string
  /** Oldest first, each with its first parent; only the files that lost functions or got new ones count. */
  readonly pairs: readonly CommitPair[]
}

/** Longer branches are lines of development of their own: reading each of their commits costs more than it tells. */
const LONGEST_BRANCH = 20

/**
 * The branch of a step where its commits may say what the difference as a whole does not: it lost functions and brought in
 * others, which no likeness connects. Null elsewhere.
 */
export function branchToFollow(step: Step, record: StepRecord, commits: CommitIndex): Branch | null {
  if (step.commits.length < 2 || step.joined.length > 1) return null
  const lost = record.functions.flatMap(({ kind, was }) => (kind === 'deleted' && was !== null ? [was.path] : []))
  const fresh = record.functions.flatMap(({ kind, now }) => (kind === 'added' && now !== null ? [now.path] : []))
  if (lost.length === 0 || fresh.length === 0) return null
  const own = new Set(step.commits.map(({ sha }) => sha))
  const only = new Set([...lost, ...fresh])
  const pairs: CommitPair[] = []
  let base = step.joined[0] ?? step.commit.sha
  while (own.has(base)) {
    const commit = commits.get(base)
    const parent = commit === undefined ? undefined : commits.parents(commit)[0]
    if (parent === undefined || pairs.push({ commit: base, parent, only }) > LONGEST_BRANCH) return null
    base = parent
  }
  return pairs.length < 2 ? null : { base, pairs: pairs.reverse() }
}

/**
 * The step with those of its lost and new functions joined that the commits of its branch lead from one to the other:
 * renamed by the first and rewritten by the second, say, which leaves too little in common to be seen in the sum.
 */
export function followBranch(step: StepRecord, branch: readonly StepRecord[]): StepRecord {
  let followed = new Map<string, Followed>()
  for (const lost of step.functions) {
    if (lost.kind === 'deleted' && lost.was !== null)
      followed.set(idOf(lost.was), { lost, place: lost.was, resigned: false })
  }
  for (const record of branch) followed = advance(followed, record)

  const joined = new Map<FunctionChange, FunctionChange>()
  const found = new Set<FunctionChange>()
  for (const change of step.functions) {
    const origin = change.kind === 'added' && change.now !== null ? followed.get(idOf(change.now)) : undefined
    if (origin === undefined) continue
    const { lost, resigned } = origin
    joined.set(change, { ...change, kind: resigned ? 'signature' : 'changed', was: lost.was, removed: lost.removed })
    found.add(lost)
  }
  if (joined.size === 0) return step
  const functions = step.functions.flatMap((change) => (found.has(change) ? [] : (joined.get(change) ?? change)))
  return { ...step, functions }
}

interface Followed {
  readonly lost: FunctionChange
  readonly place: FunctionPlace
  /** Its signature changed on the way. */
  readonly resigned: boolean
}

function advance(followed: ReadonlyMap<string, Followed>, { files, functions }: StepRecord): Map<string, Followed> {
  const changes = new Map(functions.flatMap((change) => (change.was === null ? [] : [[idOf(change.was), change]])))
  const renamed = new Map(files.flatMap(([was, now]) => (was === null || now === null ? [] : [[was, now]])))
  const next = new Map<string, Followed>()
  for (const [id, { lost, place, resigned }] of followed) {
    const change = changes.get(id)
    const now = change === undefined ? { ...place, path: renamed.get(place.path) ?? place.path } : change.now
    if (now !== null) next.set(idOf(now), { lost, place: now, resigned: resigned || change?.kind === 'signature' })
  }
  return next
}

const idOf = ({ path, key }: FunctionPlace) => placeId(path, key)
