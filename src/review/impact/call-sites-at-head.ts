import type { CallSite } from '../../code/call-sites.ts'
import type { CommitFile } from '../head-files.ts'
import type { Target } from '../task.ts'
import type { FoundCall } from './find-callers.ts'

export interface HeadCall {
  readonly caller: FoundCall
  readonly path: string
  readonly call: CallSite
}

/** Where a caller stands at the head: it may itself have been moved, or be gone (null). */
export function placeAtHead(caller: FoundCall, targets: ReadonlyMap<string, Target>) {
  const target = targets.get(caller.ref)
  if (target !== undefined) return target.now && { path: target.now.path, name: target.now.qualified_name }
  return { path: caller.path, name: caller.qualified_name }
}

/** The calls of one name that stand in the callers at the head. */
export function callsAtHead(
  name: string,
  callers: readonly FoundCall[],
  targets: ReadonlyMap<string, Target>,
  files: ReadonlyMap<string, CommitFile>,
): HeadCall[] {
  const found = new Map<string, HeadCall>()
  for (const caller of callers) {
    const place = placeAtHead(caller, targets)
    const file = place === null ? undefined : files.get(place.path)
    if (place === null || file === undefined) continue
    const outline = file.outline()
    for (const call of file.calls()) {
      if (call.name !== name) continue
      const index = outline.innermostFunction(call.line)
      const within = index === null ? null : (outline.entries[index]?.qualifiedName ?? null)
      if (within === place.name)
        found.set(`${place.path}:${call.line}:${found.size}`, { caller, path: place.path, call })
    }
  }
  return [...found.values()]
}
