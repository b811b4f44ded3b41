/** An old answer held against the graph of today. */
import { z } from 'zod'
import { NotFoundError, UserError } from '../errors.ts'
import { digestRows } from '../graph/digest-rows.ts'
import { labelOfKey, storedKey } from '../graph/entities.ts'
import { edgesBetween, episodesById, episodeUses } from '../graph/queries/episode.ts'
import { repositoryState } from '../graph/queries/repository-state.ts'
import { sessionEpisodes } from '../graph/queries/session-episodes.ts'
import type { Graph, NamedQuery } from '../graph/types.ts'

/** `changed`: it is there, and the code at one of its ends is not what it was. */
export type Verdict = 'holds' | 'changed' | 'gone'

export interface VerifiedHop {
  readonly from: string
  readonly edge: string
  readonly direction: 'out' | 'in'
  readonly to: string
  readonly verdict: Verdict
  /** Readable keys of the ends that are why. */
  readonly because: readonly string[]
}

export interface VerifiedQuery {
  readonly name: string
  readonly same: boolean
  readonly rowsThen: number
  readonly rowsNow: number
}

export interface VerifiedEpisode {
  readonly episode: string
  readonly question: string
  /** ISO 8601. */
  readonly at: string
  readonly commit: string | null
  readonly commitNow: string | null
  readonly hops: readonly VerifiedHop[]
  readonly queries: readonly VerifiedQuery[]
  /** Readable keys, then and now, of what moved. */
  readonly moved: readonly { readonly was: string; readonly now: string }[]
}

const node = z.object({ key: z.string(), label: z.string() })
const storedPath = z.array(z.object({ from: node, edge: z.string(), direction: z.enum(['out', 'in']), to: node }))
const storedQueries = z.array(
  z.object({
    name: z.string(),
    cypher: z.string(),
    params: z.record(z.string(), z.unknown()),
    rows: z.number(),
    digest: z.string(),
  }),
)

/** `id` may be the beginning of one. Throws NotFoundError without such an episode and UserError when several begin like that. */
export async function verifyEpisode(graph: Graph, id: string): Promise<VerifiedEpisode> {
  const [episode, ...others] = id.trim() === '' ? [] : await graph.run(episodesById, { id: id.trim() })
  if (episode === undefined) {
    throw new NotFoundError(
      `There is no answer ${id.trim() || '(none named)'}.`,
      '`ask --json` prints its id as `episode`.',
    )
  }
  if (others.length > 0 && episode.id !== id.trim()) {
    throw new UserError(`${others.length + 1} answers begin with ${id.trim()}.`, 'Give more of the id.', {
      exitCode: 2,
    })
  }
  const [uses, [repository]] = await Promise.all([
    graph.run(episodeUses, { key: episode.key }),
    graph.run(repositoryState, {}),
  ])
  const byOldKey = new Map(uses.map((use) => [use.was, use]))
  const refNow = (key: string) => byOldKey.get(key)?.ref ?? key
  const moved = uses.filter(({ was, ref }) => was !== ref).map(({ was, ref }) => ({ was, now: ref }))

  const verifyHop = async ({ from, edge, direction, to }: z.infer<typeof storedPath>[number]): Promise<VerifiedHop> => {
    const hop = { from: from.label, edge, direction, to: to.label }
    const ends = [from.key, to.key]
    const [source = '', target = ''] = (direction === 'out' ? ends : ends.toReversed()).map(refNow)
    const query = edgesBetween(labelOfKey(source), labelOfKey(target))
    const edges = await graph.run(query, { from: storedKey(source), to: storedKey(target) })
    const gone = ends.filter((key) => byOldKey.get(key)?.gone === true)
    if (gone.length > 0 || !edges.some((each) => each.edge === edge)) return { ...hop, verdict: 'gone', because: gone }
    const changed = ends.filter((key) => isChanged(byOldKey.get(key)))
    return { ...hop, verdict: changed.length > 0 ? 'changed' : 'holds', because: changed }
  }

  return {
    episode: episode.id,
    question: episode.question,
    at: episode.at,
    commit: episode.commit,
    commitNow: repository?.commit ?? null,
    hops: await Promise.all(storedPath.parse(JSON.parse(episode.path)).map(verifyHop)),
    queries: await askAgain(graph, storedQueries.parse(JSON.parse(episode.queries)), moved),
    moved,
  }
}

const isChanged = (use: { fingerprint: string | null; today: string | null } | undefined) =>
  use !== undefined && use.fingerprint !== null && use.fingerprint !== use.today

/** Each distinct query once more, with the keys of today for what moved; what the thread said before is no evidence. */
async function askAgain(
  graph: Graph,
  stored: z.infer<typeof storedQueries>,
  moved: VerifiedEpisode['moved'],
): Promise<VerifiedQuery[]> {
  const keys = new Map(moved.map(({ was, now }) => [storedKey(was), storedKey(now)]))
  const evidence = stored.filter(({ name }) => name !== sessionEpisodes.name)
  const distinct = new Map(evidence.map((query) => [JSON.stringify([query.name, query.params]), query]))
  return Promise.all(
    [...distinct.values()].map(async ({ name, cypher, params, rows, digest }) => {
      const again: NamedQuery<Record<string, unknown>, unknown> = {
        name,
        mode: 'read',
        cypher,
        params: z.record(z.string(), z.unknown()),
        row: z.unknown(),
      }
      const now = digestRows(await graph.run(again, withKeys(params, keys)))
      return { name, same: now.digest === digest && now.rows === rows, rowsThen: rows, rowsNow: now.rows }
    }),
  )
}

function withKeys(params: Record<string, unknown>, keys: ReadonlyMap<string, string>): Record<string, unknown> {
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string') return keys.get(value) ?? value
    return Array.isArray(value) ? value.map(replace) : value
  }
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, replace(value)]))
}
