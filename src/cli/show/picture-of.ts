import type { PictureHop, PictureNode } from '../../picture/picture-graph.ts'
import type { ShownNode } from './word-node.ts'

/** More of them are too small to read; kinds of edges take turns, so that none is left out for the sake of another. */
const MOST_EDGES = 16

/** Of nodes that mean something to people, by the beginning of their keys; sessions, episodes and tasks are not among them. */
const KINDS: Readonly<Record<string, string>> = {
  function: 'function',
  class: 'class',
  file: 'file',
  pr: 'pull_request',
  issue: 'issue',
  commit: 'commit',
  person: 'person',
  fact: 'fact',
}
const prefixOf = (key: string) => key.slice(0, key.indexOf(':'))

/** A node and its neighbours as a path to draw, newest edges first. */
export function pictureOf({ node, props, edges }: Pick<ShownNode, 'node' | 'props' | 'edges'>): readonly PictureHop[] {
  const from = toPictureNode(node, typeof props.title === 'string' ? props.title : nameOf(props))
  const kinds = new Map<string, ShownNode['edges'][number][]>()
  for (const edge of edges.filter(({ other }) => prefixOf(other) in KINDS)) {
    const kind = `${edge.direction} ${edge.edge}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), edge])
  }
  const newestFirst = [...kinds.values()].map((group) =>
    group.toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? '')),
  )
  const turns = Math.max(0, ...newestFirst.map((group) => group.length))
  const inTurns = Array.from({ length: turns }, (_, turn) => newestFirst.flatMap((group) => group[turn] ?? [])).flat()
  const shown = new Set(inTurns.slice(0, MOST_EDGES))
  return newestFirst
    .flat()
    .flatMap((edge) =>
      shown.has(edge)
        ? [{ from, edge: edge.edge, direction: edge.direction, to: toPictureNode(edge.other, edge.title) }]
        : [],
    )
}

const nameOf = (props: ShownNode['props']) => (typeof props.name === 'string' ? props.name : null)

/** Keys tell what they are of: `pr:5818`, `commit:<sha>`, `person:davidism`. */
function toPictureNode(key: string, title: string | null): PictureNode {
  const prefix = prefixOf(key)
  const kind = KINDS[prefix] ?? prefix
  return { key, kind, label: wordLabel(kind, key.slice(prefix.length + 1), title) }
}

function wordLabel(kind: string, rest: string, title: string | null): string {
  switch (kind) {
    case 'pull_request':
      return `PR #${rest}`
    case 'issue':
      return `#${rest}`
    case 'commit':
      return rest.slice(0, 10)
    case 'file':
      return rest
    default:
      return title ?? rest
  }
}
