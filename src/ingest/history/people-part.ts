import type { Account } from '../../github/records.ts'
import { type GraphEdge, type GraphNode, personKey } from '../../graph/entities.ts'
import type { GraphPart } from '../desired-graph.ts'
import { accountsIn, GHOST, identitiesOf } from '../records/accounts.ts'
import { recordedRoles } from '../records/record-roles.ts'
import { changeKeyOf, type History } from './history-graph.ts'
import { coAuthors } from './intent.ts'
import { loginOwners, mergerOf, ownCommits } from './login-owners.ts'
import type { Identity } from './mailmap.ts'
import { memoByCommit } from './memo-by-commit.ts'
import { type KnownIdentity, mergePeople, type Person } from './people.ts'
import type { Step } from './plan-steps.ts'

/**
 * Who authored, reviewed and merged each change, who opened each issue. `AUTHORED.order` is 0 for the main author. Accounts of
 * GitHub and identities of git that belong together are one person.
 */
export function peoplePart({ steps, mailmap, repository, github }: History): GraphPart {
  const accounts = github === null ? [] : accountsIn(github)
  const identityOf = identitiesOf(accounts)
  const tally = new Map<string, KnownIdentity & { uses: number }>()
  const idOf = ({ name, email }: Identity) => `${name} <${email}>`
  // First, so that people go by the login that they have today.
  for (const account of accounts) tally.set(idOf(identityOf(account)), { ...identityOf(account), uses: 0 })
  const count = (identity: Identity): string => {
    const id = idOf(identity)
    const known = tally.get(id)
    if (known === undefined) tally.set(id, { name: identity.name, email: identity.email, uses: 1 })
    else known.uses++
    return id
  }
  const changes = steps.flatMap((step) => {
    const key = changeKeyOf(step)
    if (key === null) return []
    const record = step.pull === null ? null : (github?.pulls.get(step.pull.number) ?? null)
    const merger = mergerOf(step)
    const own = { authors: authorsOf(step).map(count), merger: merger === null ? null : count(merger) }
    return [{ key, record, ...own }]
  })
  const owners = loginOwners({ steps, github, identityOf, repository }, mergePeople(tally.values(), mailmap))
  const people = mergePeople([...tally.values(), ...owners], mailmap)
  const personOf = new Map([...tally].map(([id, identity]) => [id, people.find(identity)]))
  const accountOf = (account: NonNullable<Account>) => personOf.get(idOf(identityOf(account))) ?? null

  const nodes = new Map<string, GraphNode>()
  const edges: GraphEdge[] = []
  const keys = new Map<Person | null, string>()
  const keyOf = (person: Person | null): string => {
    const known = keys.get(person)
    if (known !== undefined) return known
    const key = personKey(person?.id.toLowerCase() ?? GHOST)
    keys.set(person, key)
    if (!nodes.has(key)) nodes.set(key, person === null ? deletedAccount : personNode(key, person))
    return key
  }
  for (const { key, record, authors, merger } of changes) {
    const opener = record?.author ? accountOf(record.author) : null
    const found = new Set<string>(opener ? [keyOf(opener)] : [])
    for (const id of authors) {
      const person = personOf.get(id)
      if (person) found.add(keyOf(person))
    }
    let order = 0
    for (const from of found) edges.push({ label: 'AUTHORED', from, to: key, props: { order: order++ } })
    const mergedBy = record?.merged_by ? accountOf(record.merged_by) : merger === null ? null : personOf.get(merger)
    if (mergedBy) edges.push({ label: 'MERGED', from: keyOf(mergedBy), to: key, props: {} })
  }
  if (github !== null) {
    const linked = new Set<string>()
    const own = new Set(steps.flatMap(({ pull }) => pull?.number ?? []))
    for (const { label, account, to, props } of recordedRoles(github, own)) {
      const from = keyOf(account === null ? null : accountOf(account))
      // Two accounts may be one person.
      const id = `${label} ${from} ${to}`
      if (!linked.has(id)) edges.push({ label, from, to, props })
      linked.add(id)
    }
  }
  return { nodes: [...nodes.values()], edges }
}

const personNode = (key: string, { name, login, bot }: Person): GraphNode => ({
  key,
  label: 'Person',
  props: { name, login, bot },
})

/** Stands for every account that was deleted, as GitHub's own pages have it. */
const deletedAccount: GraphNode = {
  key: personKey(GHOST),
  label: 'Person',
  props: { name: GHOST, login: GHOST, bot: false, deleted: true },
}

const coAuthorsOf = memoByCommit(({ message }, _: null) => coAuthors(message))

/** In the order of their first commits: whoever opened a pull request wrote its first one. Then who is named as co-author. */
function authorsOf({ commit, commits, pull }: Step): Identity[] {
  const own = pull === null ? [commit] : ownCommits(commit, commits)
  return [...own.map(({ author }) => author), ...own.flatMap((each) => coAuthorsOf(each, null))]
}
