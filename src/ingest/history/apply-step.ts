import type { FunctionChange } from '../../code/changes/function-change.ts'
import type { StepRecord } from './step-record.ts'
import { type FileLineage, type FunctionLineage, newFile, type Standing, type View } from './view.ts'

/** What a step did, in lineages beside places. */
export interface AppliedStep {
  readonly functions: readonly LineageChange[]
  readonly files: readonly FileLineage[]
}

export interface LineageChange {
  readonly lineage: FunctionLineage
  readonly change: FunctionChange
}

/**
 * Moves a view from the step's parent to its commit. What appears takes the lineage that it has in one of the `joined`
 * views (the other sides of a merge), else that of a function deleted at the same place before, else a new one.
 */
export function applyStep(view: View, step: StepRecord, joined: readonly View[]): AppliedStep {
  const renamed = new Map<string, string>()
  for (const [was, now] of step.files) if (was !== null && now !== null && was !== now) renamed.set(was, now)
  const before = step.functions.map(({ was }) =>
    was === null ? null : (view.get(was.path)?.functions.get(was.key) ?? null),
  )
  const files = renameFiles(view, step, renamed, joined)
  const changes: LineageChange[] = []
  const listed = renamed.size > 0 ? new Set<FunctionLineage>() : null

  step.functions.forEach(({ was }, index) => {
    const standing = before[index]
    if (was && standing) view.unset(renamed.get(was.path) ?? was.path, was.key)
  })
  step.functions.forEach((change, index) => {
    const lineage = lineageOf(change, before[index] ?? null)
    listed?.add(lineage)
    changes.push({ lineage, change })
  })
  for (const [was, now] of renamed) {
    for (const [key, { lineage, alive }] of view.get(now)?.functions ?? []) {
      if (!alive || listed?.has(lineage)) continue
      stand(lineage, now, key)
      const places = { was: { path: was, key }, now: { path: now, key } }
      changes.push({ lineage, change: { kind: 'moved', ...places, added: 0, removed: 0 } })
    }
  }
  return { functions: changes, files }

  function lineageOf({ was, now }: FunctionChange, standing: Standing | null): FunctionLineage {
    if (now === null) {
      const lineage = standing?.lineage ?? newLineage(was?.path ?? '', was?.key ?? '')
      const path = was === null ? '' : (renamed.get(was.path) ?? was.path)
      // A place may have been taken by another function in the same step.
      if (was !== null && !view.get(path)?.functions.has(was.key)) view.set(path, was.key, { lineage, alive: false })
      return lineage
    }
    const known = joined.map((other) => other.get(now.path)?.functions.get(now.key)).find((each) => each?.alive)
    const earlier = view.get(now.path)?.functions.get(now.key)
    const revived = earlier !== undefined && !earlier.alive ? earlier.lineage : null
    const lineage =
      (was === null ? known?.lineage : null) ?? standing?.lineage ?? revived ?? newLineage(now.path, now.key)
    if (standing === null && was !== null) leave(lineage, was.path, was.key)
    stand(lineage, now.path, now.key)
    view.set(now.path, now.key, { lineage, alive: true })
    return lineage
  }
}

export const placeId = (path: string, key: string) => `${path}::${key}`

const newLineage = (path: string, key: string): FunctionLineage => ({ path, key, former: null, number: -1 })

function stand(lineage: FunctionLineage, path: string, key: string): void {
  if (lineage.path === path && lineage.key === key) return
  leave(lineage, lineage.path, lineage.key)
  lineage.path = path
  lineage.key = key
}

function leave(lineage: FunctionLineage, path: string, key: string): void {
  lineage.former ??= new Set()
  lineage.former.add(placeId(path, key))
}

function renameFiles(
  view: View,
  step: StepRecord,
  renamed: ReadonlyMap<string, string>,
  joined: readonly View[],
): FileLineage[] {
  const moving = [...renamed].map(([was, now]) => ({ was, now, file: view.get(was) }))
  for (const { was } of moving) view.remove(was)
  for (const { now, file } of moving) {
    view.put(now, file ?? { file: newFile(now), functions: new Map() })
    const lineage = view.get(now)?.file
    if (lineage !== undefined) lineage.path = now
  }
  return step.files.map(([was, now]) => {
    const path = now ?? was ?? ''
    if (was === null && now !== null && view.get(now) === undefined) {
      const other = joined.map((each) => each.get(now)).find((each) => each !== undefined)
      view.put(now, { file: other?.file ?? newFile(now), functions: new Map() })
    }
    return view.get(path)?.file ?? newFile(path)
  })
}
