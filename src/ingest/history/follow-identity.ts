import { type AppliedStep, applyStep, placeId } from './apply-step.ts'
import type { StepRecord } from './step-record.ts'
import { createView, type FunctionLineage, type View } from './view.ts'

export interface WalkedStep {
  readonly record: StepRecord
  /** Further parents of a merge. */
  readonly joined: readonly string[]
}

export interface FollowedHistory {
  /** In the order of the steps. */
  readonly applied: readonly AppliedStep[]
  readonly head: View
  /** How many steps were followed by an earlier call: their `applied` are the same objects. */
  readonly remembered: number
  /** The lineage that stands for all that turned out to be the same function. */
  sameAs(lineage: FunctionLineage): FunctionLineage
}

export interface IdentityWalk {
  /**
   * Follows every function through the steps, from old to new, each branch by itself. Each step's parent is the commit of an
   * earlier step, or null for a step that starts from nothing. Where a merge finds a function on both sides that was
   * added on each (a cherry-pick), the two are one from then on.
   */
  follow(steps: readonly WalkedStep[], headCommit: string): FollowedHistory
}

/** Goes on from where the last call ended when the steps begin with those of that call and go on from its head. */
export function createIdentityWalk(): IdentityWalk {
  let walked: readonly WalkedStep[] = []
  let applied: AppliedStep[] = []
  let views = new Map<string, View>()
  let same = new Map<FunctionLineage, FunctionLineage>()

  function follow(steps: readonly WalkedStep[], headCommit: string): FollowedHistory {
    if (!goesOn(steps)) {
      applied = []
      views = new Map()
      same = new Map()
    }
    const remembered = applied.length
    const before = applied
    // Until all went well there is nothing to go on from.
    walked = []
    applied = []
    const fresh = followOn(steps.slice(remembered), headCommit)
    walked = steps
    applied = [...before, ...fresh]
    const head = views.get(headCommit) ?? createView()
    views = new Map([[headCommit, head]])
    const links = same
    return { applied, head, remembered, sameAs: (lineage) => rootOf(links, lineage) }
  }

  function goesOn(steps: readonly WalkedStep[]): boolean {
    if (applied.length === 0 || steps.length < walked.length) return false
    if (!walked.every((step, index) => isSameStep(step, steps[index]))) return false
    // A parent that was a step, but whose view is not kept: a branch from further back.
    const forgotten = new Set(walked.map(({ record }) => record.commit))
    for (const sha of views.keys()) forgotten.delete(sha)
    return steps.slice(walked.length).every((step) => !parentsOf(step).some((sha) => forgotten.has(sha)))
  }

  function followOn(steps: readonly WalkedStep[], headCommit: string): AppliedStep[] {
    const uses = new Map<string, number>([headCommit, ...views.keys()].map((sha) => [sha, 1]))
    for (const step of steps) for (const sha of parentsOf(step)) uses.set(sha, (uses.get(sha) ?? 0) + 1)
    const release = (sha: string) => {
      const left = (uses.get(sha) ?? 1) - 1
      uses.set(sha, left)
      if (left === 0) views.delete(sha)
    }
    return steps.map((step) => {
      const { record } = step
      const parent = record.parent === null ? createView() : views.get(record.parent)
      if (parent === undefined) throw new Error(`step ${record.commit} comes before its parent ${record.parent}`)
      const isLastUse = record.parent === null || uses.get(record.parent) === 1
      const joined = step.joined.flatMap((sha) => views.get(sha) ?? [])
      const view = isLastUse ? parent : parent.fork()
      const result = applyStep(view, record, joined)
      for (const other of joined) joinLineages(view, other)
      views.set(record.commit, view)
      for (const sha of parentsOf(step)) release(sha)
      return result
    })
  }

  function joinLineages(view: View, other: View): void {
    for (const path of view.paths()) {
      const ours = view.get(path)?.functions
      const theirs = other.get(path)?.functions
      if (ours === undefined || theirs === undefined || ours === theirs) continue
      for (const [key, { lineage, alive }] of ours) {
        const their = theirs.get(key)
        if (!alive || !their?.alive || their.lineage === lineage) continue
        const [root, otherRoot] = [rootOf(same, lineage), rootOf(same, their.lineage)]
        if (root !== otherRoot) same.set(otherRoot, root)
      }
    }
  }

  return { follow }
}

const parentsOf = ({ record, joined }: WalkedStep) => (record.parent === null ? joined : [record.parent, ...joined])

function isSameStep(some: WalkedStep, other: WalkedStep | undefined): boolean {
  return some.record === other?.record && some.joined.join() === other.joined.join()
}

function rootOf(same: ReadonlyMap<FunctionLineage, FunctionLineage>, lineage: FunctionLineage): FunctionLineage {
  let root = lineage
  for (let next = same.get(root); next !== undefined; next = same.get(root)) root = next
  return root
}

/** Places at which functions live in a view, by lineage. */
export function livingPlaces({ head, sameAs }: FollowedHistory): Map<FunctionLineage, string> {
  const places = new Map<FunctionLineage, string>()
  for (const path of head.paths()) {
    for (const [key, { lineage, alive }] of head.get(path)?.functions ?? []) {
      if (!alive) continue
      places.set(lineage, placeId(path, key))
      if (!places.has(sameAs(lineage))) places.set(sameAs(lineage), placeId(path, key))
    }
  }
  return places
}
