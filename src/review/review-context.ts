/** What an agent works with once it has read its task. */

import type { GitRepository } from '../git/types.ts'
import { repositoryState } from '../graph/queries/repository-state.ts'
import type { CodeRow } from '../graph/queries/rows.ts'
import type { Graph } from '../graph/types.ts'
import { createUrls, type Urls } from '../urls.ts'
import type { ReviewEvidence } from './review-document.ts'
import { loadTask, type Target, type Task } from './task.ts'

export interface ReviewContext {
  readonly graph: Graph
  readonly git: GitRepository
  readonly task: Task
  /** Links to the head, and to the commit that the graph is at. */
  readonly links: { readonly head: Urls; readonly indexed: Urls; readonly base: Urls }
}

export async function openContext(graph: Graph, git: GitRepository, taskId: string): Promise<ReviewContext> {
  const [task, [state]] = await Promise.all([loadTask(graph, taskId), graph.run(repositoryState, {})])
  const at = (commit: string | null) => createUrls({ webUrl: state?.web_url ?? null, commit })
  const links = { head: at(task.head), base: at(task.merge_base), indexed: at(state?.commit ?? null) }
  return { graph, git, task, links }
}

/** A function of the change as evidence: at the head, or at the base where it goes. */
export function targetEvidence({ links }: Pick<ReviewContext, 'links'>, { was, now }: Target): ReviewEvidence {
  const side = now ?? was
  const urls = now === null ? links.base : links.head
  return {
    kind: 'function',
    ref: (was ?? now)?.ref ?? '',
    title: side?.qualified_name ?? '',
    number: null,
    url: side === null ? null : urls.code(side.path, side.start_line, side.end_line),
  }
}

/** A function or file as the graph knows it. */
export function codeEvidence({ links }: Pick<ReviewContext, 'links'>, row: CodeRow): ReviewEvidence {
  return {
    kind: row.kind === 'file' ? 'file' : 'function',
    ref: row.ref,
    title: row.qualified_name ?? row.path,
    number: null,
    url: links.indexed.code(row.path, row.start_line, row.end_line),
  }
}
