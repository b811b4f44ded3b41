/**
 * Where the truth of `eval prs` says something else than a reader of the pull request would: it takes every number in an added line
 * of the changelog, every commit that a merge brings, and does not know MyST's roles. Found with git alone, apart from the
 * program's own reading. See docs/adr/0032-what-a-pull-request-fixes.md.
 */
import { gitOutput } from '../src/git/run-git.ts'

interface Merge {
  readonly merge_sha: string
  readonly first_parent_sha: string
  readonly changelog_numbers_that_are_prs: readonly number[]
}

export interface TruthLimits {
  /** The number is a pull request, or was in the changelog before, or belongs to a pull request inside this one. */
  isNotFixed(merge: Merge, number: number): Promise<boolean>
  /** An added line of the changelog says so in a role that the truth does not know. */
  namedByRole(merge: Merge, number: number): Promise<boolean>
  /** Everything that it merges had been merged as pull requests before: `Merge stable into main`. */
  joinsBranches(merge: Merge): Promise<boolean>
}

const CHANGELOGS = ['CHANGES*', 'docs/changes*', 'CHANGELOG*']

export function createTruthLimits(gitDir: string, fixedBy: ReadonlyMap<string, ReadonlySet<number>>): TruthLimits {
  const lines = async (...args: string[]) => (await gitOutput(args, { gitDir })).toString().split('\n').filter(Boolean)
  const changed = async ({ merge_sha, first_parent_sha }: Merge, sign: '+' | '-') =>
    (await lines('diff', '--unified=0', first_parent_sha, merge_sha, '--', ...CHANGELOGS)).filter((line) =>
      line.startsWith(sign),
    )
  const range = ({ merge_sha, first_parent_sha }: Merge) => `${first_parent_sha}..${merge_sha}`

  return {
    async isNotFixed(merge, number) {
      if (merge.changelog_numbers_that_are_prs.includes(number)) return true
      if ((await changed(merge, '-')).some((line) => new RegExp(`\\b${number}\\b`).test(line))) return true
      const inside = await lines('rev-list', range(merge))
      const inner = inside.filter((sha) => sha !== merge.merge_sha)
      return inner.some((sha) => fixedBy.get(sha)?.has(number))
    },
    async namedByRole(merge, number) {
      return (await changed(merge, '+')).some((line) => line.includes(`{issue}\`${number}\``))
    },
    async joinsBranches(merge) {
      const [, , second] = (await lines('rev-list', '--parents', '-1', merge.merge_sha)).join('').split(' ')
      if (second === undefined) return false
      const brought = await lines('log', '--first-parent', '--format=%p|%s', second, '--not', merge.first_parent_sha)
      return brought.every((line) => / .*\|/.test(line) || /\(#\d+\)$/.test(line))
    },
  }
}
