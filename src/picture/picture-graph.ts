/** A walked path as a graph to draw: each node once, however many hops pass through it; an edge to itself is told in its caption. Pure. */

/** What is drawn of a hop of `Answer.path`. */
export interface PictureNode {
  /** Equal keys are one node. A function's, `function:src/app.py::App.run`, tells where it is. */
  readonly key: string
  readonly kind: string
  readonly label: string
  /** What is known of it was said of older code: drawn in amber. */
  readonly stale?: boolean
}

export interface PictureHop {
  readonly from: PictureNode
  readonly edge: string
  /** `in`: the edge points from `to` to `from`. */
  readonly direction: 'out' | 'in'
  readonly to: PictureNode
}

export interface DrawnNode {
  readonly key: string
  readonly kind: string
  readonly name: string
  /** The kind in words, and where it is: `function · app.py`. */
  readonly caption: string
  readonly stale: boolean
  /** Label of its edge to itself, which is told in the caption: `calls`. */
  readonly toItself: string | null
}

export interface DrawnEdge {
  /** Comes before `to` in the order of reading; the arrow may point back. */
  readonly from: string
  readonly to: string
  /** Several edges between the same two, in the same direction, are one: `authored, merged`. */
  readonly label: string
  readonly direction: 'out' | 'in'
}

export interface PictureGraph {
  readonly nodes: readonly DrawnNode[]
  readonly edges: readonly DrawnEdge[]
  /** Hops that were left out, from the end of the path. */
  readonly hidden: number
}

/** More than that, and the text is too small to read on a phone. */
const MAX_HOPS = 24

export function toPictureGraph(path: readonly PictureHop[]): PictureGraph {
  const drawn = path.slice(0, MAX_HOPS)
  const nodes = new Map<string, DrawnNode>()
  for (const node of drawn.flatMap((hop) => [hop.from, hop.to])) {
    const known = nodes.get(node.key)
    if (!known || (node.stale && !known.stale)) nodes.set(node.key, toDrawnNode(node))
  }
  const order = [...nodes.keys()]
  const edges = new Map<string, DrawnEdge>()
  for (const hop of drawn) {
    const { from, to, label, direction } = orient(hop, order)
    const own = nodes.get(from)
    if (own && from === to) {
      nodes.set(from, { ...own, caption: `${own.caption} · ${label} itself`, toItself: label })
      continue
    }
    const id = `${from}\n${direction}\n${to}`
    const labels = new Set([...(edges.get(id)?.label.split(', ') ?? []), label])
    edges.set(id, { from, to, label: [...labels].join(', '), direction })
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()], hidden: path.length - drawn.length }
}

/** From what was named first to what was named later: so there are no circles, and the walk begins at the beginning. */
function orient({ from, to, edge, direction }: PictureHop, order: readonly string[]): DrawnEdge {
  const label = edge.toLowerCase().replaceAll('_', ' ')
  return order.indexOf(from.key) <= order.indexOf(to.key)
    ? { from: from.key, to: to.key, label, direction }
    : { from: to.key, to: from.key, label, direction: direction === 'out' ? 'in' : 'out' }
}

function toDrawnNode({ key, kind, label, stale = false }: PictureNode): DrawnNode {
  const words = `${kind.replaceAll('_', ' ')}${stale ? ', stale' : ''}`
  const place = /^(?:function|class):(.+)::(.+?)(?:~\d+)?$/.exec(key)
  if (!place) return { key, kind, name: label.replaceAll('`', ''), caption: words, stale, toItself: null }
  const [, path = '', qualifiedName = label] = place
  const caption = `${words} · ${path.slice(path.lastIndexOf('/') + 1)}`
  return { key, kind, name: qualifiedName, caption, stale, toItself: null }
}
