import type { CommitRecord } from '../../git/types.ts'

/** Keeps what was worked out of a commit for as long as the commit is in memory; anew when the context is another one. */
export function memoByCommit<Context, Result>(
  compute: (commit: CommitRecord, context: Context) => Result,
): (commit: CommitRecord, context: Context) => Result {
  const known = new WeakMap<CommitRecord, { readonly context: Context; readonly result: Result }>()
  return (commit, context) => {
    const found = known.get(commit)
    if (found !== undefined && found.context === context) return found.result
    const result = compute(commit, context)
    known.set(commit, { context, result })
    return result
  }
}
