import type { GraphEdge, GraphNode, NodeLabel } from '../graph/entities.ts'
import type { GraphChanges } from '../graph/types.ts'
import type { DigestedGraph, GraphDigest } from './graph-digest.ts'
import { SYNCED_EDGES } from './layers.ts'

type EdgeName = GraphChanges['deleteEdges'][number]

/** Index of a node that the other graph does not have. */
const ABSENT = -1

/** The changes that make the stored graph equal to the desired one; pure. */
export function reconcile(desired: DigestedGraph, stored: GraphDigest): Omit<GraphChanges, 'moves'> {
  const putNodes: GraphNode[] = []
  const putEdges: GraphEdge[] = []
  const deleteNodes: { key: string; label: NodeLabel }[] = []
  const deleteEdges: EdgeName[] = []

  const desiredOf = Int32Array.from(stored.keys, (key) => desired.indexes.get(key) ?? ABSENT)
  const storedOf = new Int32Array(desired.keys.length).fill(ABSENT)
  desiredOf.forEach((index, old) => {
    if (index !== ABSENT) storedOf[index] = old
    else deleteNodes.push({ key: stored.keys[old] as string, label: stored.labels[old] as NodeLabel })
  })

  desired.part.nodes.forEach((node, index) => {
    const old = storedOf[index] ?? ABSENT
    if (old === ABSENT || stored.nodeDigests[old] !== desired.nodeDigests[index]) putNodes.push(node)
    for (let label = 0; label < SYNCED_EDGES.length; label++) compareSlot(index, old, label)
  })
  desiredOf.forEach((index, old) => {
    if (index !== ABSENT) return
    for (let label = 0; label < SYNCED_EDGES.length; label++) {
      const [start, end] = slotRange(stored, old, label)
      for (let position = start; position < end; position++) deleteEdge(old, label, position)
    }
  })
  return { putNodes, putEdges, deleteNodes, deleteEdges }

  /** Edges of one label from one node: mostly the same ones in the same order, so that is tried first. */
  function compareSlot(index: number, old: number, label: number): void {
    const [start, end] = slotRange(desired, index, label)
    const [oldStart, oldEnd] = old === ABSENT ? [0, 0] : slotRange(stored, old, label)
    let same = 0
    while (start + same < end && oldStart + same < oldEnd && isSame(start + same, oldStart + same)) same++
    if (start + same === end && oldStart + same === oldEnd) return

    const left = new Map<number, number>()
    for (let position = oldStart + same; position < oldEnd; position++) {
      const end = desiredOf[stored.ends[position] ?? 0] ?? ABSENT
      if (end === ABSENT) deleteEdge(old, label, position)
      else left.set(end, position)
    }
    for (let position = start + same; position < end; position++) {
      const known = left.get(desired.ends[position] ?? 0)
      left.delete(desired.ends[position] ?? 0)
      if (known !== undefined && isSame(position, known)) continue
      putEdges.push(desired.edge(position))
    }
    for (const position of left.values()) deleteEdge(old, label, position)
  }

  function isSame(position: number, old: number): boolean {
    return (
      desired.edgeDigests[position] === stored.edgeDigests[old] &&
      desired.ends[position] === desiredOf[stored.ends[old] ?? 0]
    )
  }

  function deleteEdge(from: number, label: number, position: number): void {
    deleteEdges.push({
      label: SYNCED_EDGES[label] as EdgeName['label'],
      from: stored.keys[from] as string,
      to: stored.keys[stored.ends[position] ?? 0] as string,
    })
  }
}

function slotRange({ slots }: GraphDigest, node: number, label: number): [start: number, end: number] {
  const slot = node * SYNCED_EDGES.length + label
  return [slots[slot] ?? 0, slots[slot + 1] ?? 0]
}
