/** Which recorded change a commit belongs to. */

type Ancestry = ReadonlyMap<string, readonly string[]>

/** A pull request that was rebased has so many commits at most. */
const LONGEST_REBASE = 50

/**
 * Makes a function from a commit to the change that brought it onto the branch: the commit itself where it is recorded, else the
 * merge that joined its branch, else the pull request whose rebased commits it is one of. `recorded`: changes by their commits;
 * `ancestry`: parents before children. Null where none did, or where history is not recorded that far back.
 */
export function createChangeOf(
  ancestry: Ancestry,
  recorded: ReadonlyMap<string, string>,
  isWhole: boolean,
): (commit: string) => string | null {
  const order = [...ancestry.keys()]
  const position = new Map(order.map((commit, index) => [commit, index]))
  const known = new Map<string, string | null>()
  return (commit) => {
    const found = known.get(commit) ?? find(commit)
    known.set(commit, found)
    return found
  }

  function find(commit: string): string | null {
    const own = recorded.get(commit)
    const start = position.get(commit)
    if (own !== undefined || start === undefined) return own ?? null
    const descendants = new Set([commit])
    /** Commits of the line that leads on from the commit, as far as it is straight. */
    let line = commit
    let length = 0
    for (let index = start + 1; index < order.length; index++) {
      const next = order[index] ?? ''
      const parents = ancestry.get(next) ?? []
      if (!parents.some((parent) => descendants.has(parent))) continue
      descendants.add(next)
      const change = recorded.get(next)
      if (parents.length > 1) {
        if (change !== undefined && !descendants.has(parents[0] ?? '')) return change
      } else if (parents[0] === line && length < LONGEST_REBASE) {
        if (change !== undefined) {
          if (isWhole && change.startsWith('pr:')) return change
          length = LONGEST_REBASE
        }
        line = next
        length++
      }
    }
    return null
  }
}
