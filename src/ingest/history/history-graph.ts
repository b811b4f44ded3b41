import type { CommitRecord, GitRepository } from '../../git/types.ts'
import { commitKey, type GraphEdge, type GraphNode, pullRequestKey } from '../../graph/entities.ts'
import type { GraphPart, HistoryLayer } from '../desired-graph.ts'
import type { GitHubRecords } from '../records/github-records.ts'
import { otherPulls, recordedProps } from '../records/pull-nodes.ts'
import { githubReport } from '../records/records-report.ts'
import { remarkPart } from '../records/remark-part.ts'
import type { RemarkPlace } from '../records/remark-places.ts'
import type { FunctionPart } from './function-part.ts'
import { intentPart } from './intent-part.ts'
import type { Mailmap } from './mailmap.ts'
import { memoByCommit } from './memo-by-commit.ts'
import { peoplePart } from './people-part.ts'
import type { Step } from './plan-steps.ts'
import type { StepSummary } from './walk-history.ts'

export interface History {
  readonly steps: readonly Step[]
  /** Of each step, in the same order. */
  readonly records: readonly StepSummary[]
  readonly functions: FunctionPart
  /** Numbers that belong to pull requests, merged or not. */
  readonly pullNumbers: ReadonlySet<number>
  readonly mailmap: Mailmap
  /** The code layer of the indexed commit. */
  readonly code: GraphPart
  readonly repository: Pick<GitRepository, 'webUrl' | 'slug'>
  readonly github: GitHubRecords | null
  /** Functions that comments on code are about, by the comment's address. */
  readonly remarkPlaces: ReadonlyMap<string, RemarkPlace>
}

/** Joins what was found out about the steps to the history and intent layers of the graph. */
export function historyGraph(history: History): HistoryLayer {
  const { steps, records, functions, github, remarkPlaces, code } = history
  const { ends } = functions.modified
  const breadthOf = (number: number) => (ends[number] ?? 0) - (number === 0 ? 0 : (ends[number - 1] ?? 0))
  const changes = steps.flatMap((step, number) => changeNode(step, breadthOf(number), history) ?? [])
  const people = peoplePart(history)
  const intent = intentPart(history)
  const pulls = github === null ? [] : otherPulls(github, new Set(steps.flatMap(({ pull }) => pull?.number ?? [])))
  const remarks = github === null ? { nodes: [], edges: [] } : remarkPart(github, remarkPlaces, functions, code)
  const parts = [people, intent, functions, remarks]
  const nodes: GraphNode[] = [...changes, ...pulls, ...parts.flatMap((part) => part.nodes)]
  const edges: GraphEdge[] = parts.flatMap((part) => part.edges)
  const counted = records.filter((_, index) => steps[index]?.role !== 'carry')
  return {
    part: {
      nodes,
      edges,
      packed: functions.packed ?? [],
      formerKeys: functions.formerKeys,
      formerNames: functions.formerNames,
      movedSince: functions.movedSince,
    },
    report: {
      pull_requests: changes.filter(({ label }) => label === 'PullRequest').length,
      commits: changes.filter(({ label }) => label === 'Commit').length,
      issues: intent.nodes.length,
      people: people.nodes.length,
      hunks: counted.reduce((sum, { hunks }) => sum + hunks, 0),
      hunks_mapped: counted.reduce((sum, { hunksMapped }) => sum + hunksMapped, 0),
      ...(github === null ? {} : { github: githubReport(github, remarkPlaces.size) }),
    },
  }
}

/** Every layer asks for it, and looks it up: as one text it is hashed once. */
const changeKeys = new WeakMap<Step, string>()

/** Key of the node that a step is recorded as; null for a step that is no change of its own. */
export function changeKeyOf(step: Step): string | null {
  const { role, pull, commit } = step
  if (role === 'carry') return null
  let key = changeKeys.get(step)
  if (key === undefined) {
    key = pull === null ? commitKey(commit.sha) : pullRequestKey(pull.number)
    changeKeys.set(step, key)
  }
  return key
}

/** `breadth`: how many functions it changed. */
function changeNode(step: Step, breadth: number, { repository: { webUrl }, github }: History): GraphNode | null {
  const { commit, pull } = step
  const key = changeKeyOf(step)
  if (key === null) return null
  if (pull === null) {
    const props = { sha: commit.sha, title: subjectOf(commit), authored_at: datesOf(commit, null).authored, breadth }
    return { key, label: 'Commit', props: { ...props, url: webUrl && `${webUrl}/commit/${commit.sha}` } }
  }
  const merged_at = datesOf(commit, null).committed
  const url = webUrl && `${webUrl}/pull/${pull.number}`
  const record = github?.pulls.get(pull.number)
  const props = { number: pull.number, title: pull.title, merged_at, sha: commit.sha, url, breadth }
  return { key, label: 'PullRequest', props: record ? { ...props, ...recordedProps(record) } : props }
}

const subjectOf = (commit: CommitRecord) => commit.message.split('\n', 1)[0] ?? ''

/** The same instants in UTC, so that dates sort as text. */
const datesOf = memoByCommit(({ author, committer }, _: null) => ({
  authored: inUtc(author.at),
  committed: inUtc(committer.at),
}))
const inUtc = (at: string) => `${new Date(at).toISOString().slice(0, 19)}Z`
