/** Saves facts in tests the way a person's `remember` does: each in an episode of its own. */
import { randomUUID } from 'node:crypto'
import type { Graph } from '../../src/graph/types.ts'
import { saveEpisode } from '../../src/memory/save-episode.ts'
import { type NewFact, type SavedFact, saveFact } from '../../src/memory/save-fact.ts'
import { WORKSPACE_SCOPE } from '../../src/memory/scope.ts'

export async function remember(
  graph: Graph,
  text: string,
  about: readonly string[],
  options: Partial<NewFact> = {},
): Promise<SavedFact> {
  const at = options.at ?? new Date(Date.UTC(2026, 0, 1))
  const author = options.author ?? 'ann'
  const episode = randomUUID()
  await saveEpisode(graph, {
    id: episode,
    session: 'test',
    question: `remember ${text}`,
    answer: '',
    mode: 'graph',
    asker: author,
    at,
    scope: options.scope ?? WORKSPACE_SCOPE,
    commit: null,
    queries: [],
    path: [],
    used: [],
  })
  return saveFact(graph, { text, about, author, at, episode, source: 'person', scope: WORKSPACE_SCOPE, ...options })
}
