import type { CommitRecord } from '../../git/types.ts'
import { type GraphEdge, type GraphNode, issueKey, pullRequestKey } from '../../graph/entities.ts'
import type { GraphPart } from '../desired-graph.ts'
import { inOrder } from '../records/accounts.ts'
import { issueNode, pullReferences, recordReferences } from '../records/record-references.ts'
import { changeKeyOf, type History } from './history-graph.ts'
import { revertedCommits, textReferences } from './intent.ts'
import { memoByCommit } from './memo-by-commit.ts'
import type { Step } from './plan-steps.ts'

type How = 'github' | 'keyword' | 'commit' | 'changelog'

interface Reference {
  readonly number: number
  /** Null for a mere mention. */
  readonly fixes: How | null
}

interface References {
  /** Null for an issue, or a pull request that is no step of history. */
  readonly step: Step | null
  readonly from: string | null
  readonly found: readonly Reference[]
}

/** What each change says it fixes, names or takes back, and what issues name. */
export function intentPart({ steps, records, pullNumbers, repository, github }: History): GraphPart {
  const { webUrl, slug } = repository
  const pulls = new Set([
    ...pullNumbers,
    ...records.flatMap(({ changelog }) => changelog.flatMap(({ number, pull }) => (pull ? number : []))),
  ])
  const own = new Set(steps.flatMap(({ pull }) => pull?.number ?? []))
  const recorded = new Set([...own, ...(github?.pulls.keys() ?? [])])
  const nodes = new Map<string, GraphNode>()
  for (const issue of inOrder(github?.issues ?? new Map())) nodes.set(issueKey(issue.number), issueNode(issue))
  const edges: GraphEdge[] = []
  const changelogs = new Map(steps.map((step, index) => [step, records[index]?.changelog ?? []]))
  const references: References[] = steps.map((step) => {
    const record = step.pull === null ? undefined : github?.pulls.get(step.pull.number)
    const said = record === undefined ? [] : pullReferences(record, slug)
    const found = [...said, ...messageReferences(step, slug), ...changelogReferences(step, changelogs)]
    return { step, from: changeKeyOf(step), found }
  })
  if (github !== null) {
    references.push(...recordReferences(github, slug, own).map((each) => ({ step: null, ...each })))
  }

  const fixed = references.map(({ from, found }) => {
    const numbers = new Set<number>()
    if (from === null) return numbers
    for (const { number, fixes } of found) {
      if (fixes === null || pulls.has(number) || numbers.has(number)) continue
      numbers.add(number)
      const to = issueKey(number)
      const props = { number, url: webUrl && `${webUrl}/issues/${number}` }
      if (!nodes.has(to)) nodes.set(to, { key: to, label: 'Issue', props })
      if (from !== to) edges.push({ label: 'FIXES', from, to, props: { how: fixes } })
    }
    return numbers
  })
  const owners = changesByCommit(steps)
  for (const [index, { step, from, found }] of references.entries()) {
    if (from === null) continue
    const mentioned = new Set<string>([from])
    const mention = (to: string, how: string) => {
      if (!mentioned.has(to)) edges.push({ label: 'MENTIONS', from, to, props: { how } })
      mentioned.add(to)
    }
    if (step !== null) for (const to of revertedBy(step, owners)) mention(to, 'reverts')
    const how = step !== null && isRevert(step) ? 'reverts' : 'text'
    for (const { number, fixes } of found) {
      const said = fixes === 'changelog' ? 'changelog' : how
      if (recorded.has(number)) mention(pullRequestKey(number), said)
      else if (!fixed[index]?.has(number) && nodes.has(issueKey(number))) mention(issueKey(number), said)
    }
  }
  return { nodes: [...nodes.values()], edges }
}

/** The merge's own text first, then the messages of the commits that it brings in. */
function messageReferences(step: Step, slug: string | null): Reference[] {
  const own: How = step.pull === null ? 'commit' : 'keyword'
  const inner = step.commits.filter(({ sha }) => sha !== step.commit.sha)
  const read = (commit: CommitRecord, how: How) =>
    referencesOf(commit, slug).map(({ number, closing }) => ({ number, fixes: closing ? how : null }))
  return [...read(step.commit, own), ...inner.flatMap((commit) => read(commit, 'commit'))]
}

const referencesOf = memoByCommit(({ message }, slug: string | null) => textReferences(message, slug))
const revertsOf = memoByCommit(({ message }, _: null) => revertedCommits(message))

/** Lines that came with a pull request inside this one speak of that one. */
function changelogReferences(
  step: Step,
  changelogs: ReadonlyMap<Step, readonly { number: number; pull: boolean }[]>,
): Reference[] {
  const inside = new Set(step.inner.flatMap((inner) => (changelogs.get(inner) ?? []).map(({ number }) => number)))
  const lines = changelogs.get(step) ?? []
  return lines.flatMap(({ number, pull }) =>
    inside.has(number) ? [] : { number, fixes: pull ? null : ('changelog' as const) },
  )
}

const isRevert = ({ pull, commit }: Step) => /^revert\b/i.test(pull?.title ?? commit.message)

function changesByCommit(steps: readonly Step[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const step of steps) {
    const key = changeKeyOf(step)
    if (key === null) continue
    for (const { sha } of step.commits) owners.set(sha, key)
  }
  return owners
}

function revertedBy({ commit, commits }: Step, owners: ReadonlyMap<string, string>): string[] {
  const shas = [commit, ...commits].flatMap((each) => revertsOf(each, null))
  return shas.flatMap((sha) => owners.get(sha) ?? [])
}
