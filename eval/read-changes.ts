import type { GraphEdge } from '../src/graph/entities.ts'
import type { HistoryRow } from '../src/graph/queries/history.ts'
import type { PersonRow } from '../src/graph/queries/rows.ts'
import type { HistoryLayer } from '../src/ingest/desired-graph.ts'

/** A pull request or commit, with a row as the graph's queries would give it for each function that it changed. */
export interface PastChange {
  readonly ref: string
  /** Milliseconds since 1970; when it was merged, or written. */
  readonly time: number
  readonly isPull: boolean
  readonly title: string
  /** Main author first. */
  readonly authors: readonly PersonRow[]
  readonly mergers: readonly PersonRow[]
  readonly functions: readonly { readonly key: string; readonly path: string; readonly row: HistoryRow }[]
}

/** All changes in the order in which they came into the branch. */
export function readChanges({ part }: HistoryLayer): PastChange[] {
  const people = new Map<string, PersonRow>()
  for (const { key, label, props } of part.nodes) {
    if (label !== 'Person') continue
    people.set(key, {
      ref: key,
      name: textOf(props.name),
      login: textOf(props.login),
      bot: props.bot === true,
    })
  }
  const packed = (part.packed ?? []).flatMap(({ label, from, edge }) =>
    label === 'MODIFIES' ? Array.from(from, (_, index) => edge(index)) : [],
  )
  const modified = new Map<string, GraphEdge[]>()
  for (const edge of packed) listIn(modified, edge.from).push(edge)
  const roles = new Map<string, GraphEdge[]>()
  for (const edge of part.edges)
    if (edge.label === 'AUTHORED' || edge.label === 'MERGED') listIn(roles, edge.to).push(edge)

  return part.nodes.flatMap(({ key, label, props }) => {
    if (label !== 'PullRequest' && label !== 'Commit') return []
    const withRole = (role: GraphEdge['label']) =>
      (roles.get(key) ?? [])
        .filter((edge) => edge.label === role)
        .sort((a, b) => Number(a.props.order ?? 0) - Number(b.props.order ?? 0))
        .flatMap(({ from }) => people.get(from) ?? [])
    const authors = withRole('AUTHORED')
    const mergers = withRole('MERGED')
    const edges = modified.get(key) ?? []
    const at = textOf(props.merged_at) ?? textOf(props.authored_at)
    const common = {
      ref: key,
      kind: label === 'PullRequest' ? ('pull_request' as const) : ('commit' as const),
      number: typeof props.number === 'number' ? props.number : null,
      sha: textOf(props.sha),
      title: textOf(props.title) ?? '',
      state: null,
      author_deleted: false,
      reviews_indexed: false,
      at,
      url: null,
      breadth: edges.length,
      authors: authors.map((author, order) => ({ ...author, order })),
      reviewers: [],
      mergers,
      issues: [],
    }
    const functions = edges.map((edge) => ({
      key: edge.to,
      path: String(edge.props.path),
      row: { ...common, ...modification(edge) },
    }))
    const time = at === null ? 0 : Date.parse(at)
    return { ref: key, time, isPull: label === 'PullRequest', title: common.title, authors, mergers, functions }
  })
}

const modification = ({ props }: GraphEdge) => ({
  did: props.kind as HistoryRow['did'],
  added: Number(props.added ?? 0),
  removed: Number(props.removed ?? 0),
  carried: props.carried === true,
  was_path: textOf(props.was_path),
  was_qualified_name: textOf(props.was_qualified_name),
})

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function listIn<Key, Item>(map: Map<Key, Item[]>, key: Key): Item[] {
  const list = map.get(key) ?? []
  map.set(key, list)
  return list
}
