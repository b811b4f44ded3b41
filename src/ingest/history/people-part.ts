import type { CommitRecord } from '../../git/types.ts'
import { type GraphEdge, type GraphNode, personKey } from '../../graph/entities.ts'
import type { GraphPart } from '../desired-graph.ts'
import { changeKeyOf, type History } from './history-graph.ts'
import { coAuthors } from './intent.ts'
import type { Identity } from './mailmap.ts'
import { type KnownIdentity, loginOf, mergePeople, type Person } from './people.ts'
import type { Step } from './plan-steps.ts'

/** Who authored and who merged each change. `AUTHORED.order` is 0 for the main author. */
export function peoplePart({ steps, mailmap }: History): GraphPart {
  const changes = steps.flatMap((step) => {
    const key = changeKeyOf(step)
    return key === null ? [] : [{ key, authors: authorsOf(step), merger: mergerOf(step), step }]
  })
  const identities: KnownIdentity[] = changes.flatMap(({ authors, merger }) => [
    ...authors,
    ...(merger ? [merger] : []),
  ])
  const people = mergePeople([...identities, ...branchOwners(changes.map(({ step }) => step))], mailmap)

  const nodes = new Map<string, GraphNode>()
  const edges = new Map<string, GraphEdge>()
  const link = (label: 'AUTHORED' | 'MERGED', person: Person | null, to: string, props: GraphEdge['props']) => {
    if (person === null) return
    const from = personKey(person.id.toLowerCase())
    nodes.set(from, { key: from, label: 'Person', props: { name: person.name, login: person.login, bot: person.bot } })
    if (!edges.has(`${label} ${from} ${to}`)) edges.set(`${label} ${from} ${to}`, { label, from, to, props })
  }
  for (const { key, authors, merger } of changes) {
    const found = new Set(authors.flatMap((author) => people.find(author) ?? []))
    for (const [order, person] of [...found].entries()) link('AUTHORED', person, key, { order })
    if (merger !== null) link('MERGED', people.find(merger), key, {})
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}

/** Those with most commits first, the earlier one where equal; then who is named as co-author. */
function authorsOf({ commit, commits, pull }: Step): Identity[] {
  const own = pull === null ? [commit] : ownCommits(commit, commits)
  const counts = new Map<string, { identity: Identity; commits: number }>()
  for (const { author } of own) {
    const id = `${author.name} <${author.email}>`
    const known = counts.get(id)
    if (known === undefined) counts.set(id, { identity: { name: author.name, email: author.email }, commits: 1 })
    else known.commits++
  }
  const authors = [...counts.values()].sort((a, b) => b.commits - a.commits).map(({ identity }) => identity)
  return [...authors, ...own.flatMap(({ message }) => coAuthors(message))]
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

/** Pull requests whose branch owner says nothing certain need this many more with the same author. */
const CLEAR_MAJORITY = 0.8

/**
 * Logins from `Merge pull request #12 from login/branch`: where all commits of the pull request are of one author. A login
 * counts for a person when it is theirs in nearly all such pull requests, and nearly all of theirs come from it.
 */
function branchOwners(steps: readonly Step[]): KnownIdentity[] {
  const votes = new Map<string, Map<string, number>>()
  const totals = new Map<string, number>()
  const identities = new Map<string, Identity>()
  for (const { commit, commits, pull } of steps) {
    if (pull?.branchOwner == null || commit.parents.length < 2) continue
    const own = ownCommits(commit, commits)
    const [first] = own
    if (first === undefined || own.some(({ author }) => author.email !== first.author.email)) continue
    const login = pull.branchOwner
    const email = first.author.email.toLowerCase()
    identities.set(email, first.author)
    const byEmail = votes.get(login) ?? new Map<string, number>()
    votes.set(login, byEmail.set(email, (byEmail.get(email) ?? 0) + 1))
    totals.set(email, (totals.get(email) ?? 0) + 1)
  }
  return [...votes].flatMap(([login, byEmail]) => {
    const ofLogin = [...byEmail.values()].reduce((sum, count) => sum + count, 0)
    const [email, count] = [...byEmail].sort((a, b) => b[1] - a[1])[0] ?? ['', 0]
    const identity = identities.get(email)
    const clear = count / ofLogin >= CLEAR_MAJORITY && count / (totals.get(email) ?? 1) >= CLEAR_MAJORITY
    return identity !== undefined && clear && loginOf(email) === null
      ? [{ name: identity.name, email: identity.email, login }]
      : []
  })
}
