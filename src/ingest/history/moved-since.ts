import { placeId } from './apply-step.ts'
import type { FollowedHistory } from './follow-identity.ts'
import { keyOfPlace } from './lineage-keys.ts'
import type { Step } from './plan-steps.ts'

/**
 * Functions that lived at `commit` and have another key today: the key that they had there, to that of today. Another function
 * may have taken the old key meanwhile. Empty where the history does not lead from that commit, parent by parent, to its end.
 */
export function movedSince(
  commit: string,
  steps: readonly Step[],
  { table }: Pick<FollowedHistory, 'table'>,
  keys: readonly string[],
): Map<string, string> {
  const numbers = new Map(steps.map((step, number) => [step.commit.sha, number]))
  const later: number[] = []
  for (let at = steps.length - 1; steps[at]?.commit.sha !== commit; ) {
    const step = steps[at]
    if (step === undefined) return new Map()
    later.push(at)
    at = step.parent === null ? -1 : (numbers.get(step.parent) ?? -1)
  }
  const moved = new Map<string, string>()
  const seen = new Set<number>()
  for (const number of later.reverse()) {
    const lineages = table.lineagesOf(number)
    for (const [index, { was }] of table.changesOf(number).entries()) {
      const lineage = lineages[index] ?? 0
      if (seen.has(lineage)) continue
      seen.add(lineage)
      if (was === null) continue
      const then = keyOfPlace(placeId(was.path, was.key))
      const today = keys[lineage] ?? then
      if (today !== then) moved.set(then, today)
    }
  }
  return moved
}
