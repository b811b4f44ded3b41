/** The second agent: what is behind the changed code, and what this change would overturn. */
import { z } from 'zod'
import type { GitRepository } from '../../git/types.ts'
import type { Graph } from '../../graph/types.ts'
import { impactNote } from '../impact/impact.ts'
import { byGravity } from '../make-finding.ts'
import { readChange } from '../mapping/read-change.ts'
import { openContext, type ReviewContext } from '../review-context.ts'
import { type EarlierChange, reviewDocument } from '../review-document.ts'
import { readNote, writeNote } from '../task.ts'
import { changeEvidence, fixEvidence } from './change-evidence.ts'
import { type EarlierChangeFound, findEarlierChanges } from './earlier-changes.ts'
import { factsAtRisk } from './facts-at-risk.ts'
import { findUndone } from './find-undone.ts'
import { wordHistory } from './word-history.ts'

const { history, findings, facts, missing } = reviewDocument.shape
export const historianNote = z.object({ history, findings, facts, missing })
export type HistorianNote = z.infer<typeof historianNote>

const MOST_CHANGES = 20

export async function historian(graph: Graph, git: GitRepository, taskId: string): Promise<void> {
  const context = await openContext(graph, git, taskId)
  const impact = await readNote(graph, taskId, 'impact', impactNote)
  const files = await readChange(git, context.task.merge_base, context.task.head)
  const earlier = await findEarlierChanges(context, files)
  const told = new Set(impact.findings.map(({ id }) => id))
  const undone = await findUndone(context, files, earlier)
  const body: HistorianNote = {
    history: earlier.found
      .filter(isBehind)
      .slice(0, MOST_CHANGES)
      .map((each) => describe(each, context)),
    findings: undone.filter(({ id }) => !told.has(id)).sort(byGravity),
    facts: await factsAtRisk(context),
    missing: earlier.complete ? [] : ['Who wrote the changed lines was not looked up for all files: it took too long.'],
  }
  await writeNote(graph, taskId, { agent: 'historian', text: wordHistory(body), body })
}

/** It wrote some of the lines, or changed one of the functions; that it touched the same file is not enough. */
const isBehind = ({ lines, places }: EarlierChangeFound) => lines > 0 || places.some(({ target }) => target !== null)

function describe({ change, lines, places }: EarlierChangeFound, context: ReviewContext): EarlierChange {
  const names = places.flatMap(({ target }) =>
    target === null ? [] : [(target.now ?? target.was)?.qualified_name ?? ''],
  )
  return {
    change: changeEvidence(change, context),
    at: change.at,
    how: lines > 0 ? 'lines' : 'history',
    lines,
    functions: [...new Set(names)],
    fixes: change.issues.map((issue) => fixEvidence(issue, context)),
  }
}
