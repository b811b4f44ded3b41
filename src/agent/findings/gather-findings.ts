/** Rules in the place of a model: which tools a question needs, and what of their rows answers it. */

import { type Expert, rankExperts } from '../../experts/rank-experts.ts'
import { issueKey, pullRequestKey, storedKey } from '../../graph/entities.ts'
import { commitByPrefix } from '../../graph/queries/commit-by-prefix.ts'
import { mentionsOf } from '../../graph/queries/issue.ts'
import type { RepositoryState } from '../../graph/queries/repository-state.ts'
import type { CodeRow } from '../../graph/queries/rows.ts'
import type { Graph } from '../../graph/types.ts'
import type { Intent } from '../question/intents.ts'
import type { Question } from '../question/read-question.ts'
import { splitIdentifier, stem } from '../question/words.ts'
import { nameOf } from '../resolve/candidate.ts'
import type { Resolution, ResolvedCode } from '../resolve/resolution.ts'
import { type CallerRow, SURE } from '../tools/callers.ts'
import type { Tools } from '../tools/create-tools.ts'
import type { Calls, CodeFindings, Findings, IssueFindings, PullRequestFindings } from './findings.ts'
import { gatherFacts } from './gather-facts.ts'
import { gatherReasons } from './gather-reasons.ts'
import { rankChanges } from './rank-changes.ts'
import { statingSentence } from './stating-sentence.ts'

export interface GatherContext {
  readonly graph: Graph
  readonly tools: Tools
  readonly asker: string | null
  readonly repository: RepositoryState | null
}

const ABOUT_CALLS: readonly Intent[] = ['callers', 'impact', 'unused', 'weak']
/** Questions that calls alone answer; history would be noise. */
const CALLS_ONLY: readonly Intent[] = ['callers', 'callees', 'unused', 'weak', 'path-between']
/** Questions for the newest change, whatever their other words say. */
const NEWEST: readonly Intent[] = ['last-change', 'when', 'history', 'fate', 'opener']
const RECENT = 8
/** Changes that are explained, as far as records do. */
const EXPLAINED = 6
/** Of a name that several have, so many are tried as the end of a path. */
const MOST_ENDS = 5

export async function gatherFindings(
  context: GatherContext,
  question: Question,
  resolution: Resolution,
): Promise<Findings> {
  const [found, facts] = await Promise.all([
    gather(context, question, resolution),
    gatherFacts(context.tools, question, resolution),
  ])
  return { question, repository: context.repository, facts, found }
}

async function gather(context: GatherContext, question: Question, resolution: Resolution): Promise<Findings['found']> {
  switch (resolution.kind) {
    case 'code':
      return gatherCode(context, question, resolution)
    case 'pull_request':
      return gatherPullRequest(context, resolution.number)
    case 'issue':
      return gatherIssue(context, resolution.number)
    case 'either': {
      const asPullRequest = await gatherPullRequest(context, resolution.number)
      if (asPullRequest.details) return asPullRequest
      return gatherIssue(context, resolution.number)
    }
    case 'commit':
      return {
        kind: 'commit',
        sha: resolution.sha,
        changes: await context.graph.run(commitByPrefix, { sha: resolution.sha }),
      }
    case 'repository':
      return { kind: 'repository', changes: await context.tools.recent.execute({ limit: RECENT }) }
    default:
      return resolution
  }
}

async function gatherPullRequest({ graph, tools }: GatherContext, number: number): Promise<PullRequestFindings> {
  const [[details], mentions] = await Promise.all([
    tools.pullRequest.execute({ number }),
    graph.run(mentionsOf, { key: storedKey(pullRequestKey(number)) }),
  ])
  const said = await gatherReasons(graph, details ? [details] : [], null)
  return { kind: 'pull_request', number, details: details ?? null, ...said, mentions }
}

async function gatherIssue({ graph, tools }: GatherContext, number: number): Promise<IssueFindings> {
  const [[details], mentions] = await Promise.all([
    tools.issue.execute({ number }),
    graph.run(mentionsOf, { key: storedKey(issueKey(number)) }),
  ])
  const sentence = details?.body ? (statingSentence(details.body)?.sentence ?? null) : null
  return { kind: 'issue', number, details: details ?? null, sentence, mentions }
}

async function gatherCode(context: GatherContext, question: Question, resolution: ResolvedCode): Promise<CodeFindings> {
  const { graph, tools, asker } = context
  const { intents } = question
  const [subject] = resolution.subjects
  const asks = (some: readonly Intent[]) => intents.some((intent) => some.includes(intent))
  const isFunction = subject.kind === 'function'
  const aboutHistory = !(
    asks(CALLS_ONLY) && intents.every((intent) => CALLS_ONLY.includes(intent) || intent === 'where')
  )
  const wantsCalls = isFunction && !subject.gone && (asks(ABOUT_CALLS) || aboutHistory)
  const [rows, callRows, reach, called, members, walk] = await Promise.all([
    aboutHistory ? tools.history.execute({ ref: subject.ref }) : [],
    wantsCalls ? tools.callers.execute({ ref: subject.ref }) : null,
    wantsCalls && intents.includes('impact') ? tools.impact.execute({ ref: subject.ref, depth: 3 }) : [],
    isFunction && intents.includes('callees') ? tools.callees.execute({ ref: subject.ref }) : null,
    isFunction ? [] : membersOf(tools, subject),
    walkTo(tools, subject, intents.includes('path-between') ? resolution.others : []),
  ])
  const stems = asks(NEWEST) ? [] : stemsBesides(question, resolution)
  const ranked = rankChanges(rows, stems)
  const said = await gatherReasons(graph, ranked.changes.slice(0, EXPLAINED), subject)
  const own = rankExperts(rows, linesOf(subject), asker)
  const experts = own.length > 0 || !aboutHistory ? own : await expertsOfFile(tools, subject)
  return {
    kind: 'code',
    resolution,
    subject,
    history: { ...ranked, all: rows },
    ...said,
    experts,
    expertsOfFile: own.length === 0 && experts.length > 0,
    calls: callRows && sortCalls(callRows, subject),
    indirect: reach.filter((row) => row.depth > 1),
    callees: called?.map((row) => ({ row, sure: row.confidence >= SURE })) ?? null,
    walk,
    members,
  }
}

const linesOf = ({ start_line, end_line }: CodeRow) =>
  start_line === null || end_line === null ? 0 : end_line - start_line + 1

const expertsOfFile = async (tools: Tools, subject: CodeRow): Promise<readonly Expert[]> =>
  subject.gone ? [] : tools.experts.execute({ ref: `file:${subject.path}` })

async function membersOf(tools: Tools, subject: CodeRow): Promise<readonly CodeRow[]> {
  const rows = await tools.file.execute({ path: subject.path })
  return subject.kind === 'file'
    ? rows
    : rows.filter((row) => row.qualified_name?.startsWith(`${subject.qualified_name}.`))
}

/** To the first of the others that there is a way to, or from. */
async function walkTo(tools: Tools, from: CodeRow, others: readonly CodeRow[]): Promise<CodeFindings['walk']> {
  const ends = others.filter((row) => row.kind === 'function').slice(0, MOST_ENDS)
  const [first] = ends
  if (!first || from.kind !== 'function') return null
  for (const to of ends) {
    const [there] = await tools.pathBetween.execute({ from: from.ref, to: to.ref })
    if (there) return { to, row: there }
  }
  for (const to of ends) {
    const [back] = await tools.pathBetween.execute({ from: to.ref, to: from.ref })
    if (back) return { to, row: back }
  }
  return { to: first, row: null }
}

/** The function itself is no caller of its own; names that several definitions share are told apart by place. */
function sortCalls(rows: readonly CallerRow[], subject: CodeRow): Calls {
  const others = rows
    .filter((row) => row.ref !== subject.ref)
    .sort((a, b) => a.path.localeCompare(b.path) || (a.start_line ?? 0) - (b.start_line ?? 0))
  const sure = others.filter((row) => row.confidence >= SURE)
  return {
    own: sure.filter((row) => !row.test),
    tests: sure.filter((row) => row.test),
    weak: others.filter((row) => row.confidence < SURE),
  }
}

/** The question's words without the names of its subjects: those are in the title of every change or of none. */
function stemsBesides(question: Question, resolution: ResolvedCode): string[] {
  const names = resolution.subjects.map(nameOf).join(' ')
  const own = new Set(splitIdentifier(names).map(stem))
  return question.stems.filter((word) => !own.has(word))
}
