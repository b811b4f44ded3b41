import type { GraphNode } from '../../graph/entities.ts'

/** Names that functions had and do not have any more, by key of the function. */
export type FormerNames = ReadonlyMap<string, readonly string[]>

/**
 * What someone may call the function who knows it by an earlier name: the qualified name, and what it ends with (`A.b.c`, `b.c`,
 * `c`), without those that fit today's name as well. Sorted, without repetition.
 */
export function spellingsOf(former: Iterable<string>, today: string): string[] {
  const names = new Set<string>()
  for (const name of former) for (const ending of endingsOf(name)) names.add(ending)
  for (const ending of endingsOf(today)) names.delete(ending)
  return [...names].sort()
}

function* endingsOf(qualifiedName: string): Generator<string> {
  for (let start = 0; start >= 0; start = qualifiedName.indexOf('.', start) + 1 || -1) yield qualifiedName.slice(start)
}

interface Renamed {
  readonly id: string
  readonly node: GraphNode
}

/** A running process gives the same node for the same function and names, which need not be compared again. */
const known = new WeakMap<GraphNode, Renamed>()

/** The nodes with the names that they had. */
export function withFormerNames(nodes: readonly GraphNode[], formerNames: FormerNames): readonly GraphNode[] {
  if (formerNames.size === 0) return nodes
  return nodes.map((node) => {
    const names = formerNames.get(node.key)
    if (names === undefined) return node
    const id = names.join('\n')
    const kept = known.get(node)
    if (kept?.id === id) return kept.node
    const renamed = { ...node, props: { ...node.props, former_names: names } }
    known.set(node, { id, node: renamed })
    return renamed
  })
}
