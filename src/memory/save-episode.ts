import { storedKey } from '../graph/entities.ts'
import { saveEpisode as saveEpisodeQuery } from '../graph/queries/save-episode.ts'
import type { Graph } from '../graph/types.ts'
import { sessionRef } from './load-session.ts'

export interface NewEpisode {
  /** Unique; the caller makes it. */
  readonly id: string
  readonly session: string
  readonly question: string
  readonly answer: string
  readonly mode: 'model' | 'graph'
  readonly asker: string | null
  readonly at: Date
  /** Where it may be told, as `Scope.own` says. */
  readonly scope: string
  /** Indexed commit that was answered from. */
  readonly commit: string | null
  readonly queries: readonly unknown[]
  /** The walk to the evidence, hop by hop. */
  readonly path: readonly unknown[]
  /** Readable keys of everything the answer touched, in the order of its evidence. */
  readonly used: readonly { readonly ref: string; readonly role: string }[]
}

/** Writes an episode into its session, which it opens when there is none. */
export async function saveEpisode(graph: Graph, episode: NewEpisode): Promise<void> {
  const { id, session, used, at, queries, path, ...told } = episode
  const links = used.map(({ ref, role }, rank) => ({ ref, key: storedKey(ref), role, rank }))
  const of = (prefix: string) =>
    links.filter(({ ref }) => ref.startsWith(`${prefix}:`)).map(({ key, role, rank }) => ({ key, role, rank }))
  const ref = `episode:${id}`
  await graph.run(saveEpisodeQuery, {
    session: { key: storedKey(sessionRef(session)), ref: sessionRef(session), id: session },
    episode: {
      ...told,
      key: storedKey(ref),
      ref,
      id,
      at: at.toISOString(),
      queries: JSON.stringify(queries),
      path: JSON.stringify(path),
    },
    functions: of('function'),
    classes: of('class'),
    files: of('file'),
    pull_requests: of('pr'),
    commits: of('commit'),
    issues: of('issue'),
    comments: of('comment'),
    people: of('person'),
    facts: of('fact'),
  })
}
