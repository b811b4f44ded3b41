import type { CommitRecord, GitRepository } from '../../git/types.ts'
import type { Account } from '../../github/records.ts'
import type { GitHubRecords } from '../records/github-records.ts'
import type { Identity } from './mailmap.ts'
import type { KnownIdentity, People, Person } from './people.ts'
import type { Step } from './plan-steps.ts'

/** Of a merge who made it; of a single commit who committed it, where that is not the author. */
export function mergerOf({ commit, pull }: Step): Identity | null {
  if (pull === null) return null
  const { author, committer } = commit
  const byGitHub = committer.email === 'noreply@github.com'
  if (commit.parents.length > 1) return byGitHub ? author : committer
  return byGitHub || committer.email === author.email ? null : committer
}

/** What a pull request itself brought: of a merge its commits, without merges of the base branch where there are others. */
export function ownCommits(merge: CommitRecord, commits: readonly CommitRecord[]): readonly CommitRecord[] {
  if (merge.parents.length < 2) return commits
  const changes = commits.filter(({ parents }) => parents.length < 2)
  return changes.length > 0 ? changes : commits.filter(({ sha }) => sha !== merge.sha)
}

/** Share of agreeing pull requests from which on a login is somebody's. */
const CLEAR_MAJORITY = 0.8

export interface OwnersRequest {
  readonly steps: readonly Step[]
  readonly github: GitHubRecords | null
  readonly identityOf: (account: NonNullable<Account>) => KnownIdentity
  readonly repository: Pick<GitRepository, 'slug'>
}

interface Vote {
  readonly login: string
  readonly identity: Identity
  /** The account that records name; null where only the branch tells. */
  readonly account: KnownIdentity | null
}

/**
 * Whose a login is: where all commits of a pull request are of one person, that of its author in GitHub's records, else the
 * owner of its branch (`Merge pull request #12 from login/branch`); and the login of who merged it. A login is somebody's
 * when nearly all that it tells speaks for them, and nearly all that is told of them speaks for it. An organisation is
 * nobody's login: the repository's owner, and others that several use. Where the owner is not known, those who merge may
 * branch in the organisation's own repository: their login has to look like them.
 */
export function loginOwners(request: OwnersRequest, people: People): KnownIdentity[] {
  const { steps, repository } = request
  const organisation = repository.slug?.split('/')[0]?.toLowerCase() ?? null
  const mergers = new Set(steps.map(mergerOf).flatMap((merger) => (merger === null ? [] : (people.find(merger) ?? []))))
  const votes = new Map<string, Vote[]>()
  for (const vote of steps.flatMap((step) => votesOf(step, request, people))) {
    if (vote.account === null && vote.login.toLowerCase() === organisation) continue
    votes.set(vote.login, [...(votes.get(vote.login) ?? []), vote])
  }
  const found: (Vote & { person: Person; share: number; count: number })[] = []
  const totals = new Map<Person, number>()
  for (const [login, given] of votes) {
    const counts = new Map<Person, number>()
    for (const { identity } of given) {
      const person = people.find(identity)
      if (person !== null) counts.set(person, (counts.get(person) ?? 0) + 1)
    }
    const [best] = [...counts].sort((a, b) => b[1] - a[1])
    const vote = given.find((each) => people.find(each.identity) === best?.[0])
    if (best === undefined || vote === undefined || counts.size > 2) continue
    const [person, count] = best
    const { identity, account } = vote
    if (account === null && organisation === null && mergers.has(person) && !looksLike(login, identity)) continue
    if (account !== null && count === 1 && namesDiffer(account, identity) && !looksLike(login, identity)) continue
    found.push({ ...vote, person, share: count / given.length, count })
    totals.set(person, (totals.get(person) ?? 0) + count)
  }
  return found.flatMap(({ login, identity, account, person, share, count }) => {
    const isClear = share >= CLEAR_MAJORITY && count / (totals.get(person) ?? count) >= CLEAR_MAJORITY
    // An address may still name an account as it was called earlier.
    const isFree = person.login === null || account !== null
    return isClear && isFree ? [{ name: identity.name, email: identity.email, login }] : []
  })
}

function votesOf(step: Step, { github, identityOf }: OwnersRequest, people: People): Vote[] {
  const { commit, commits, pull } = step
  if (pull === null) return []
  const record = github?.pulls.get(pull.number)
  const by = (account: Account, identity: Identity): Vote[] => {
    if (account === null || account.bot) return []
    return [{ login: account.login, identity, account: identityOf(account) }]
  }
  const own = ownCommits(commit, commits)
  const [first] = own
  const isOfOne = new Set(own.map(({ author }) => people.find(author))).size === 1
  const merger = mergerOf(step)
  const merging = record && merger !== null ? by(record.merged_by, merger) : []
  if (first === undefined || !isOfOne) return merging
  if (record) return [...by(record.author, first.author), ...merging]
  if (pull.branchOwner === null || commit.parents.length < 2) return []
  return [{ login: pull.branchOwner, identity: first.author, account: null }]
}

/** Two full names that are not the same: somebody may have sent in what another one wrote. */
function namesDiffer(some: Identity, other: Identity): boolean {
  const [a, b] = [some.name.trim().toLowerCase(), other.name.trim().toLowerCase()]
  return a.includes(' ') && b.includes(' ') && a !== b
}

/** A login that is made of the name, or is the address's own. */
function looksLike(login: string, { name, email }: Identity): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const own = letters(login)
  const address = letters(email.replace(/@.*$/, ''))
  const names = name.split(/\s+/).map(letters)
  return own === address || letters(name).includes(own) || names.some((part) => part.length > 3 && own.includes(part))
}
