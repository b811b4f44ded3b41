/** The work before the agents: which commits, which functions, and a task for it in the graph. */
import type { GitRepository } from '../git/types.ts'
import { pullRequestKey } from '../graph/entities.ts'
import { repositoryState } from '../graph/queries/repository-state.ts'
import type { Graph } from '../graph/types.ts'
import { createUrls } from '../urls.ts'
import { findSubject, type KnownPullRequest, type ReviewRequest, type ReviewSubject } from './find-subject.ts'
import { type MappedChange, mapFunctions } from './mapping/map-functions.ts'
import { readChange } from './mapping/read-change.ts'
import { beginTask, findTask, type TaskBody, taskId } from './task.ts'

/** Functions that a task keeps; those with the most changed lines. */
const MOST_FUNCTIONS = 1_000

export interface BegunReview {
  readonly task: string
  readonly subject: ReviewSubject
}

/**
 * Maps the change and puts it into the graph as a task. A review of the same head that was cut short is gone on with; one that
 * was finished begins anew. Throws what `findSubject` throws.
 */
export async function beginReview(
  graph: Graph,
  git: GitRepository,
  request: ReviewRequest,
  known: KnownPullRequest | null,
): Promise<BegunReview> {
  const subject = await findSubject(graph, git, request, known)
  const [state] = await graph.run(repositoryState, {})
  const { number, title, author, draft, url, base, head } = subject
  const merge_base = subject.mergeBase ?? base
  const indexed = state?.commit ?? null
  const begun = await findTask(graph, taskId({ merge_base, head, number }))
  if (begun !== null && begun.indexed === indexed && !begun.done.includes('reviewer'))
    return { task: begun.id, subject }

  const change = mapFunctions(await readChange(git, merge_base, head))
  const { functions, ...counts } = change
  const urls = createUrls({ webUrl: state?.web_url ?? null, commit: head })
  const body: TaskBody = {
    ...{ base, head, merge_base, number, title, author, draft, indexed },
    url: url ?? (number === null ? null : urls.pullRequest(number)),
    nothing: nothingToReview(subject, change),
    ...counts,
    unmapped: [...counts.unmapped],
    functions: mostChanged(functions),
    missing: whatIsMissing(subject, change, indexed),
  }
  return { task: await beginTask(graph, body, number === null ? null : pullRequestKey(number)), subject }
}

function nothingToReview({ mergeBase, head }: ReviewSubject, change: MappedChange): string | null {
  if (mergeBase === head) return 'The base has every commit of the head already.'
  if (change.files === 0) return 'No file differs.'
  if (change.files > change.unmapped.length) return null
  return `None of the ${change.files} changed files is source that is parsed.`
}

function whatIsMissing(
  { mergeBase, base }: ReviewSubject,
  { functions }: MappedChange,
  indexed: string | null,
): string[] {
  const start = mergeBase ?? base
  return [
    ...(mergeBase === null ? ['Base and head have no common history: all that differs counts as changed.'] : []),
    ...(indexed === null || indexed === start
      ? []
      : [
          `The graph is at ${indexed.slice(0, 7)}, the change starts from ${start.slice(0, 7)}: callers and history are those of the graph.`,
        ]),
    ...(functions.length > MOST_FUNCTIONS
      ? [`Of ${functions.length} changed functions the ${MOST_FUNCTIONS} with the most changed lines were looked at.`]
      : []),
  ]
}

function mostChanged(functions: MappedChange['functions']): TaskBody['functions'] {
  if (functions.length <= MOST_FUNCTIONS) return [...functions]
  const sizes = functions.map(({ added, removed }) => added + removed).sort((a, b) => b - a)
  const least = sizes[MOST_FUNCTIONS - 1] ?? 0
  return functions.filter(({ added, removed }) => added + removed >= least).slice(0, MOST_FUNCTIONS)
}
