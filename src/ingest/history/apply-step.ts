import type { ChangeKind } from '../../graph/entities.ts'
import type { FunctionChange, StepRecord } from './step-record.ts'
import type { FileLineage, FunctionLineage, Standing, View } from './view.ts'

/** What a step did, in lineages instead of places. */
export interface AppliedStep {
  readonly functions: readonly LineageChange[]
  readonly files: readonly FileLineage[]
}

export interface LineageChange {
  readonly lineage: FunctionLineage
  readonly kind: ChangeKind
  readonly added: number
  readonly removed: number
  /** Its place right after the step; of a deleted function the last one. */
  readonly path: string
  readonly key: string
  /** Its place before, where it was another one. */
  readonly wasPath: string | null
  readonly wasKey: string | null
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
  const listed = new Set<FunctionLineage>()

  step.functions.forEach(({ was }, index) => {
    const standing = before[index]
    if (was && standing) view.unset(renamed.get(was.path) ?? was.path, was.key)
  })
  step.functions.forEach((change, index) => {
    const lineage = lineageOf(change, before[index] ?? null)
    listed.add(lineage)
    if (change.kind !== 'kept') changes.push(toLineageChange(change, change.kind, lineage))
  })
  for (const [was, now] of renamed) {
    for (const [key, { lineage, alive }] of view.get(now)?.functions ?? []) {
      if (!alive || listed.has(lineage)) continue
      stand(lineage, now, key)
      const places = { was: { path: was, key }, now: { path: now, key } }
      changes.push(toLineageChange({ kind: 'moved', ...places, added: 0, removed: 0 }, 'moved', lineage))
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
    if (standing === null && was !== null) lineage.former.add(placeId(was.path, was.key))
    stand(lineage, now.path, now.key)
    view.set(now.path, now.key, { lineage, alive: true })
    return lineage
  }
}

export const placeId = (path: string, key: string) => `${path}::${key}`

function newLineage(path: string, key: string): FunctionLineage {
  return { path, key, former: new Set([placeId(path, key)]) }
}

function stand(lineage: FunctionLineage, path: string, key: string): void {
  lineage.path = path
  lineage.key = key
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
    view.put(now, file ?? { file: { path: now }, functions: new Map() })
    const lineage = view.get(now)?.file
    if (lineage !== undefined) lineage.path = now
  }
  return step.files.map(([was, now]) => {
    const path = now ?? was ?? ''
    if (was === null && now !== null && view.get(now) === undefined) {
      const other = joined.map((each) => each.get(now)).find((each) => each !== undefined)
      view.put(now, { file: other?.file ?? { path: now }, functions: new Map() })
    }
    return view.get(path)?.file ?? { path }
  })
}

function toLineageChange(change: FunctionChange, kind: ChangeKind, lineage: FunctionLineage): LineageChange {
  const { was, now, added, removed } = change
  const place = now ?? was ?? { path: lineage.path, key: lineage.key }
  const differs = was !== null && now !== null
  return {
    lineage,
    kind,
    added,
    removed,
    path: place.path,
    key: place.key,
    wasPath: differs && was.path !== now.path ? was.path : null,
    wasKey: differs && was.key !== now.key ? was.key : null,
  }
}
