/** The third agent: joins what the others found, names who should review, and hands on what a comment is made of. */
import type { GitRepository } from '../../git/types.ts'
import { repositoryState } from '../../graph/queries/repository-state.ts'
import type { Graph } from '../../graph/types.ts'
import { historianNote } from '../historian/historian.ts'
import { impactNote } from '../impact/impact.ts'
import { byGravity } from '../make-finding.ts'
import { openContext, type ReviewContext } from '../review-context.ts'
import type { ChangedFunction, Finding, ReviewDocument } from '../review-document.ts'
import { readNote, type Target, writeNote } from '../task.ts'
import { checkLines } from './check-lines.ts'
import { chooseReviewers } from './choose-reviewers.ts'
import { wordReview } from './word-review.ts'

/** Words findings better, without saying anything new; see `createRewording`. Null when it could not. */
export type Rewording = (findings: readonly Finding[]) => Promise<readonly Finding[] | null>

export async function reviewer(graph: Graph, git: GitRepository, taskId: string, rewording?: Rewording): Promise<void> {
  const context = await openContext(graph, git, taskId)
  const [impact, history, [state]] = await Promise.all([
    readNote(graph, taskId, 'impact', impactNote),
    readNote(graph, taskId, 'historian', historianNote),
    graph.run(repositoryState, {}),
  ])
  const { task } = context
  const checked = await checkLines(context, [...impact.findings, ...history.findings])
  const findings = checked.sort(byGravity)
  const reworded = findings.length === 0 ? null : await (rewording?.(findings) ?? null)
  const body: ReviewDocument = {
    task: taskId,
    repository: state?.name ?? '',
    subject: {
      base: task.base,
      head: task.head,
      merge_base: task.merge_base,
      number: task.number,
      title: task.title,
      author: task.author,
      draft: task.draft,
      url: task.url,
    },
    nothing: task.nothing,
    mapping: { files: task.files, hunks: task.hunks, mapped: task.mapped, unmapped: task.unmapped },
    functions: task.functions.map((target) => describe(target, context)),
    findings: reworded === null ? findings : [...reworded],
    callers: impact.callers,
    caller_counts: impact.caller_counts,
    history: history.history,
    reviewers: task.nothing === null ? await chooseReviewers(context) : [],
    facts: history.facts,
    missing: [...task.missing, ...history.missing, ...notIndexed(context), ...(state?.missing ?? []).map(sentence)],
    mode: reworded === null ? 'graph' : 'model',
  }
  await writeNote(graph, taskId, { agent: 'reviewer', text: wordReview(body), body })
}

function describe({ kind, was, now, added, removed, test }: Target, { links }: ReviewContext): ChangedFunction {
  const side = now ?? was
  if (side === null) throw new Error('a changed function stands on no side')
  const { path, qualified_name, start_line: start, end_line: end } = side
  const moved = was !== null && (was.path !== path || was.qualified_name !== qualified_name)
  return {
    ref: (was ?? side).ref,
    kind,
    path,
    qualified_name,
    was: moved ? { path: was.path, qualified_name: was.qualified_name } : null,
    lines: { start, end },
    added,
    removed,
    test,
    url: (now === null ? links.base : links.head).code(path, start, end),
  }
}

function notIndexed({ task }: ReviewContext): string[] {
  const unknown = task.functions.filter(({ was }) => was !== null && !task.refs.has(was.ref))
  if (unknown.length === 0) return []
  const names = unknown.slice(0, 3).map(({ was }) => `\`${was?.qualified_name}\``)
  const more = unknown.length > names.length ? ` and ${unknown.length - names.length} more` : ''
  return [`The graph does not have ${names.join(', ')}${more}: nothing is known of who calls them.`]
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.?$/, '.')}`
