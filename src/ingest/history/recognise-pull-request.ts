import type { CommitRecord } from '../../git/types.ts'

export interface RecognisedPullRequest {
  readonly number: number
  readonly title: string
  /** Owner of the branch that was merged, where the subject tells: a login, or an organisation. */
  readonly branchOwner: string | null
  /** The message says that the commit is a copy of another one, so the original goes before it. */
  readonly copied: boolean
  /** GitHub's records say that this commit is its merge. */
  readonly recorded?: boolean
}

/** Where the repository lives decides whose numbers its messages speak of. */
export type Forge = 'github' | 'gitlab' | 'bitbucket' | 'unknown'

export function forgeOf(webUrl: string | null): Forge {
  const host = webUrl === null ? '' : (/^[a-z]+:\/\/([^/]+)/i.exec(webUrl)?.[1] ?? '').toLowerCase()
  if (host.includes('github')) return 'github'
  if (host.includes('gitlab')) return 'gitlab'
  return host.includes('bitbucket') ? 'bitbucket' : 'unknown'
}

const mergeSubject = /^Merge pull request #(\d+)(?:[,:]? +(?:from +([^\s/]+)(?:\/\S+)?)?(.*))?$/i
const trailingNumber = /^(.*?)\s*\((?:#|GH-|PR #)(\d+)\)\s*$/i
/** bors, homu and bors-ng; a batch of several (`Merge #12 #13`) is none of them. */
const borsSubject = /^(?:Auto merge of|Rollup merge of|Merge) #(\d+)(?: - ([^\s:]+):(\S+?),?(?: r=\S+)?)?$/
const pullBranchSubject =
  /^Merge (?:remote-tracking )?(?:branch|commit) '(?:[\w.-]+\/)?(?:refs\/)?(?:pr|pull)\/(\d+)(?:\/(?:head|merge))?'/
const bitbucketSubject = /^Merged in (\S+) \(pull request #(\d+)\)$/
const gitlabReference = /^See merge request (?:[\w./-]+)?!(\d+)$/m

/**
 * The pull request that a commit merges, from its message alone. A subject that only quotes a number is none:
 * `Revert "Add cache (#6)"`, `Fix #6`, `Changelog for #6`. Bitbucket's and GitLab's numbers count only where they are
 * not mistaken for GitHub's, as after a move between the two.
 */
export function recognisePullRequest(commit: CommitRecord, forge: Forge): RecognisedPullRequest | null {
  const [subject = '', ...rest] = commit.message.split('\n')
  const body = rest.join('\n').trim()
  const isMerge = commit.parents.length > 1
  const copied = /^\(cherry picked from commit [0-9a-f]{7,40}\)$/m.test(body)
  const found = (number: string, title: string, branchOwner: string | null = null): RecognisedPullRequest | null => {
    const value = Number(number)
    return Number.isSafeInteger(value) && value > 0 ? { number: value, title, branchOwner, copied } : null
  }

  const merge = mergeSubject.exec(subject)
  if (merge?.[1] !== undefined) return found(merge[1], firstLine(body) ?? restOf(merge[3]) ?? subject, merge[2] ?? null)
  const trailing = trailingNumber.exec(subject)
  if (trailing?.[2] !== undefined) return found(trailing[2], trailing[1] || subject)
  if (isMerge) {
    const bors = borsSubject.exec(subject)
    if (bors?.[1] !== undefined) return found(bors[1], borsTitle(body, bors[1]) ?? subject, bors[2] ?? null)
    const branch = pullBranchSubject.exec(subject)
    if (branch?.[1] !== undefined) return found(branch[1], firstLine(body) ?? subject)
  }
  if (forge === 'bitbucket' || forge === 'unknown') {
    const bitbucket = bitbucketSubject.exec(subject)
    if (bitbucket?.[2] !== undefined) {
      const owner = bitbucket[1]?.includes('/') ? bitbucket[1].slice(0, bitbucket[1].indexOf('/')) : null
      return found(bitbucket[2], firstLine(body) ?? subject, owner)
    }
  }
  if (forge === 'gitlab' || forge === 'unknown') {
    const gitlab = gitlabReference.exec(body)
    if (gitlab?.[1] !== undefined) return found(gitlab[1], firstLine(body) ?? subject)
  }
  return null
}

const firstLine = (body: string) =>
  body
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !/^[\w-]+-by: /i.test(line) && !/^See merge request /.test(line))

const restOf = (text: string | undefined) => text?.trim() || undefined

/** bors-ng writes `123: Add cache r=alice a=bob` into the body; homu the title alone. */
function borsTitle(body: string, number: string): string | undefined {
  const named = body.split('\n').find((line) => line.startsWith(`${number}: `))
  return named === undefined ? firstLine(body) : named.slice(number.length + 2).replace(/ r=\S+( a=\S+)?$/, '')
}
