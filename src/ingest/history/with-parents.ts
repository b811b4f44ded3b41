import type { CommitIndex } from './commit-index.ts'
import type { Step } from './plan-steps.ts'

/** The newest `limit` changes and the steps between them; null for all. */
export function newestSteps(steps: readonly Step[], limit: number | null): readonly Step[] {
  if (limit === null) return steps
  let left = limit
  let from = steps.length
  while (from > 0 && left > 0) if (steps[--from]?.role !== 'carry') left--
  return steps.slice(from)
}

/**
 * Adds a step for each parent that is no step itself, from the nearest ancestor that is one, or from nothing: where a branch
 * begins inside a pull request, and where a bounded history begins.
 */
export function withParents(steps: readonly Step[], commits: CommitIndex): Step[] {
  const known = new Set<string>()
  const complete: Step[] = []
  for (const step of steps) {
    const base = step.parent === null || known.has(step.parent) ? undefined : commits.get(step.parent)
    if (base !== undefined) {
      known.add(base.sha)
      const parent = nearestKnown(base.sha)
      complete.push({ commit: base, parent, role: 'carry', pull: null, commits: [], joined: [], inner: [] })
    }
    known.add(step.commit.sha)
    complete.push(step)
  }
  return complete

  function nearestKnown(sha: string): string | null {
    const first = (from: string) => {
      const commit = commits.get(from)
      return commit === undefined ? undefined : commits.parents(commit)[0]
    }
    for (let at = first(sha); at !== undefined; at = first(at)) if (known.has(at)) return at
    return null
  }
}
