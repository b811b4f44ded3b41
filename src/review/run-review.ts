import type { GitRepository } from '../git/types.ts'
import type { Graph } from '../graph/types.ts'
import { historian } from './historian/historian.ts'
import { impact } from './impact/impact.ts'
import { type ReviewDocument, reviewDocument } from './review-document.ts'
import { type Rewording, reviewer } from './reviewer/reviewer.ts'
import { AGENTS, type AgentName, loadTask, readNote } from './task.ts'

/**
 * Runs one agent on a task. It reads what it needs from the graph and leaves its note there, so each can run in a process of its
 * own. Throws NotFoundError when the task, or the note of an agent before it, is not there.
 */
export function runAgent(
  agent: AgentName,
  graph: Graph,
  git: GitRepository,
  task: string,
  rewording?: Rewording,
): Promise<void> {
  if (agent === 'impact') return impact(graph, git, task)
  return agent === 'historian' ? historian(graph, git, task) : reviewer(graph, git, task, rewording)
}

/** Runs the agents that have left no note yet, one after the other; returns what the last one concluded. */
export async function runReview(
  graph: Graph,
  git: GitRepository,
  task: string,
  rewording?: Rewording,
): Promise<ReviewDocument> {
  const { done } = await loadTask(graph, task)
  for (const agent of AGENTS) if (!done.includes(agent)) await runAgent(agent, graph, git, task, rewording)
  return readReview(graph, task)
}

/** What a finished review concluded. Throws NotFoundError when it is not finished. */
export const readReview = (graph: Graph, task: string): Promise<ReviewDocument> =>
  readNote(graph, task, 'reviewer', reviewDocument)
