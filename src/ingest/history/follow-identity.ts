import { applyStep } from './apply-step.ts'
import { type ChangeTable, createChangeTable, createTexts, type Texts } from './change-table.ts'
import type { StepRecord } from './step-record.ts'
import { createView, type FunctionLineage, type View } from './view.ts'

export interface WalkedStep {
  readonly record: StepRecord
  /** Further parents of a merge. */
  readonly joined: readonly string[]
}

/** Every function through all its names, up to one commit. */
export interface FollowedHistory {
  /** The commit that `view` is of; null before the first step. */
  commit: string | null
  view: View
  /** What every step did. */
  readonly table: ChangeTable
  readonly texts: Texts
  /** Lineages that turned out to be the same function as another one. */
  readonly same: Map<FunctionLineage, FunctionLineage>
}

export function startOfHistory(): FollowedHistory {
  const texts = createTexts()
  return { commit: null, view: createView(), table: createChangeTable(texts), texts, same: new Map() }
}

/**
 * Follows every function through further steps, from old to new, each branch by itself. Each step's parent is the commit
 * that the history ends at, or of an earlier one of these steps, or null for a step that starts from nothing. Where a merge
 * finds a function on both sides that was added on each (a cherry-pick), the two are one from then on. The history is
 * changed; when this throws, nothing can be done with it any more.
 */
export function followSteps(history: FollowedHistory, steps: readonly WalkedStep[], headCommit: string): void {
  const { table, same } = history
  const views = new Map<string, View>(history.commit === null ? [] : [[history.commit, history.view]])
  const uses = new Map<string, number>([[headCommit, 1]])
  for (const step of steps) for (const sha of parentsOf(step)) uses.set(sha, (uses.get(sha) ?? 0) + 1)
  const release = (sha: string) => {
    const left = (uses.get(sha) ?? 1) - 1
    uses.set(sha, left)
    if (left === 0) views.delete(sha)
  }
  for (const step of steps) {
    const { record } = step
    const parent = record.parent === null ? createView() : views.get(record.parent)
    if (parent === undefined) throw new Error(`step ${record.commit} comes before its parent ${record.parent}`)
    const isLastUse = record.parent === null || uses.get(record.parent) === 1
    const joined = step.joined.flatMap((sha) => views.get(sha) ?? [])
    const view = isLastUse ? parent : parent.fork()
    table.append(applyStep(view, record, joined))
    for (const other of joined) joinLineages(same, view, other)
    views.set(record.commit, view)
    for (const sha of parentsOf(step)) release(sha)
  }
  history.view = views.get(headCommit) ?? createView()
  history.commit = headCommit
}

const parentsOf = ({ record, joined }: WalkedStep) => (record.parent === null ? joined : [record.parent, ...joined])

function joinLineages(same: Map<FunctionLineage, FunctionLineage>, view: View, other: View): void {
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

/** The lineage that stands for all that turned out to be the same function. */
export function rootOf(same: ReadonlyMap<FunctionLineage, FunctionLineage>, lineage: FunctionLineage): FunctionLineage {
  let root = lineage
  for (let next = same.get(root); next !== undefined; next = same.get(root)) root = next
  return root
}
