/** A repository's graph in which only pull requests happen. */
import { type GraphEdge, type GraphNode, personKey, pullRequestKey } from '../../src/graph/entities.ts'
import type { Database } from '../../src/graph/types.ts'
import { graphName } from '../../src/repositories.ts'
import { createDigestSettings, DIGEST_PARTS, type DigestWish } from '../../src/settings/digest-settings.ts'

export interface Pull {
  readonly number: number
  readonly title?: string
  readonly mergedAt?: string
  readonly author?: string
  /** Reviewer to state and time. */
  readonly reviews?: Readonly<Record<string, readonly [state: string, at: string]>>
}

const ROBOT = 'dependabot[bot]'

/** Writes people and pull requests into the graph of a repository, as a sync would that comes to know them now. */
export async function writePulls(
  database: Database,
  pulls: readonly Pull[],
  repository = 'acme/shop',
  workspace = 'local',
): Promise<void> {
  const people = new Set(pulls.flatMap(({ author = 'ann', reviews = {} }) => [author, ...Object.keys(reviews)]))
  const nodes: GraphNode[] = [...people].map((login) => ({
    key: personKey(login),
    label: 'Person',
    props: {
      name: login === ROBOT ? login : `${login.charAt(0).toUpperCase()}${login.slice(1)}`,
      login,
      bot: login === ROBOT,
    },
  }))
  const web_url = `https://github.com/${repository}`
  nodes.push({
    key: `repository:${repository}`,
    label: 'Repository',
    props: { name: repository, web_url, commit: 'c0ffee' },
  })
  const edges: GraphEdge[] = []
  for (const { number, title = `Change ${number}`, mergedAt, author = 'ann', reviews = {} } of pulls) {
    const to = pullRequestKey(number)
    const merged = mergedAt === undefined ? {} : { merged_at: mergedAt }
    nodes.push({ key: to, label: 'PullRequest', props: { number, title, ...merged } })
    edges.push({ label: 'AUTHORED', from: personKey(author), to, props: { order: 0 } })
    for (const [reviewer, [state, at]] of Object.entries(reviews)) {
      edges.push({ label: 'REVIEWED', from: personKey(reviewer), to, props: { state, at } })
    }
  }
  const graph = database.graph(graphName(workspace, repository))
  await graph.apply({ putNodes: nodes, deleteNodes: [], putEdges: edges, deleteEdges: [], moves: new Map() })
}

/** Sets the digest of a channel, whose posts go to a conversation of its name. */
export async function wantDigest(
  database: Database,
  id: string,
  wish: Partial<DigestWish> & { readonly at: string; readonly since?: string; readonly workspace?: string },
): Promise<void> {
  const { at, since = at, workspace = 'local', ...more } = wish
  await createDigestSettings(database, workspace).set(
    {
      id,
      platform: 'board',
      conversation: id,
      is_private: false,
      person: null,
      repository: null,
      time: '09:00',
      zone: 'UTC',
      includes: DIGEST_PARTS,
      set_by: 'ann',
      ...more,
    },
    { at: new Date(at), since: new Date(since) },
  )
}

/** Numbers of the pull requests that a text tells of. */
export const numbersIn = (text: string): number[] => [...text.matchAll(/\[#(\d+)\]/g)].map((match) => Number(match[1]))
