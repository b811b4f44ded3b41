import type { CommitRecord } from '../../git/types.ts'
import { type GraphEdge, type GraphNode, personKey } from '../../graph/entities.ts'
import type { GraphPart } from '../desired-graph.ts'
import { changeKeyOf, type History } from './history-graph.ts'
import { coAuthors } from './intent.ts'
import type { Identity } from './mailmap.ts'
import { memoByCommit } from './memo-by-commit.ts'
import { type KnownIdentity, mergePeople, type People, type Person } from './people.ts'
import type { Step } from './plan-steps.ts'

/** Who authored and who merged each change. `AUTHORED.order` is 0 for the main author. */
export function peoplePart({ steps, mailmap, repository }: History): GraphPart {
  const tally = new Map<string, KnownIdentity & { uses: number }>()
  const count = ({ name, email }: Identity): string => {
    const id = `${name} <${email}>`
    const known = tally.get(id)
    if (known === undefined) tally.set(id, { name, email, uses: 1 })
    else known.uses++
    return id
  }
  const changes = steps.flatMap((step) => {
    const key = changeKeyOf(step)
    if (key === null) return []
    const merger = mergerOf(step)
    return [{ key, authors: authorsOf(step).map(count), merger: merger === null ? null : count(merger) }]
  })
  const organisation = repository.slug?.split('/')[0] ?? null
  const owners = branchOwners(steps, mergePeople(tally.values(), mailmap), organisation)
  const people = mergePeople([...tally.values(), ...owners], mailmap)
  const personOf = new Map([...tally].map(([id, identity]) => [id, people.find(identity)]))

  const nodes = new Map<string, GraphNode>()
  const edges: GraphEdge[] = []
  const link = (label: 'AUTHORED' | 'MERGED', person: Person, to: string, props: GraphEdge['props']) => {
    const from = personKey(person.id.toLowerCase())
    if (!nodes.has(from)) {
      nodes.set(from, {
        key: from,
        label: 'Person',
        props: { name: person.name, login: person.login, bot: person.bot },
      })
    }
    edges.push({ label, from, to, props })
  }
  for (const { key, authors, merger } of changes) {
    const found = new Set(authors.flatMap((id) => personOf.get(id) ?? []))
    for (const [order, person] of [...found].entries()) link('AUTHORED', person, key, { order })
    const mergedBy = merger === null ? null : personOf.get(merger)
    if (mergedBy) link('MERGED', mergedBy, key, {})
  }
  return { nodes: [...nodes.values()], edges }
}

const coAuthorsOf = memoByCommit(({ message }, _: null) => coAuthors(message))

/** In the order of their first commits: whoever opened a pull request wrote its first one. Then who is named as co-author. */
function authorsOf({ commit, commits, pull }: Step): Identity[] {
  const own = pull === null ? [commit] : ownCommits(commit, commits)
  return [...own.map(({ author }) => author), ...own.flatMap((each) => coAuthorsOf(each, null))]
}

function ownCommits(merge: CommitRecord, commits: readonly CommitRecord[]): readonly CommitRecord[] {
  if (merge.parents.length < 2) return commits
  const changes = commits.filter(({ parents }) => parents.length < 2)
  return changes.length > 0 ? changes : commits.filter(({ sha }) => sha !== merge.sha)
}

/** Of a merge who made it; of a single commit who committed it, where that is not the author. */
function mergerOf({ commit, pull }: Step): Identity | null {
  if (pull === null) return null
  const { author, committer } = commit
  const byGitHub = committer.email === 'noreply@github.com'
  if (commit.parents.length > 1) return byGitHub ? author : committer
  return byGitHub || committer.email === author.email ? null : committer
}

/** Share of agreeing pull requests from which on a login is somebody's. */
const CLEAR_MAJORITY = 0.8

/**
 * Logins from `Merge pull request #12 from login/branch`, where all commits of the pull request are of one person. A login is
 * theirs when nearly all such pull requests from it are, and nearly all of theirs that come from anybody's own
 * repository come from it. An organisation is nobody's login: the repository's owner, and others that several use. Where the
 * owner is not known, those who merge may branch in the organisation's own repository: their login has to look like them.
 */
function branchOwners(steps: readonly Step[], people: People, organisation: string | null): KnownIdentity[] {
  const mergers = new Set(steps.map(mergerOf).flatMap((merger) => (merger === null ? [] : (people.find(merger) ?? []))))
  const votes = new Map<string, Identity[]>()
  for (const { commit, commits, pull } of steps) {
    if (pull?.branchOwner == null || commit.parents.length < 2) continue
    if (pull.branchOwner.toLowerCase() === organisation?.toLowerCase()) continue
    const own = ownCommits(commit, commits)
    const authors = new Set(own.map(({ author }) => people.find(author)))
    const [first] = own
    if (first === undefined || authors.size > 1) continue
    votes.set(pull.branchOwner, [...(votes.get(pull.branchOwner) ?? []), first.author])
  }
  const found: { login: string; identity: Identity; person: Person; share: number; count: number }[] = []
  const totals = new Map<Person, number>()
  for (const [login, identities] of votes) {
    const counts = new Map<Person, number>()
    for (const identity of identities) {
      const person = people.find(identity)
      if (person !== null) counts.set(person, (counts.get(person) ?? 0) + 1)
    }
    const [best] = [...counts].sort((a, b) => b[1] - a[1])
    const identity = identities.find((each) => people.find(each) === best?.[0])
    if (best === undefined || identity === undefined || counts.size > 2) continue
    const [person, count] = best
    if (organisation === null && mergers.has(person) && !looksLike(login, identity)) continue
    found.push({ login, identity, person, share: count / identities.length, count })
    totals.set(person, (totals.get(person) ?? 0) + count)
  }
  return found.flatMap(({ login, identity, person, share, count }) =>
    share >= CLEAR_MAJORITY && count / (totals.get(person) ?? count) >= CLEAR_MAJORITY && person.login === null
      ? [{ name: identity.name, email: identity.email, login }]
      : [],
  )
}

/** A login that is made of the name, or is the address's own. */
function looksLike(login: string, { name, email }: Identity): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const own = letters(login)
  const address = letters(email.replace(/@.*$/, ''))
  const names = name.split(/\s+/).map(letters)
  return own === address || letters(name).includes(own) || names.some((part) => part.length > 3 && own.includes(part))
}
