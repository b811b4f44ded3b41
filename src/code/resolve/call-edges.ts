import type { CallHow, ResolvedCall } from '../facts.ts'

/** Gathers call sites into edges: one for each caller and callee, with the best reason and every line. */
export interface CallEdges {
  add(
    from: number,
    caller: number | null,
    to: number,
    callee: number,
    how: CallHow,
    confidence: number,
    line: number,
  ): void
  /** Edges by caller and callee, in the order of files and definitions. */
  list(paths: readonly string[]): ResolvedCall[]
}

interface Edge {
  readonly from: number
  readonly caller: number | null
  readonly to: number
  readonly callee: number
  how: CallHow
  confidence: number
  readonly lines: Set<number>
}

export function createCallEdges(): CallEdges {
  const byCaller = new Map<number, Map<number, Edge>>()
  return {
    add(from, caller, to, callee, how, confidence, line) {
      const callerKey = from * 2 ** 24 + (caller ?? -1) + 1
      const calleeKey = to * 2 ** 24 + callee
      let edges = byCaller.get(callerKey)
      if (edges === undefined) {
        edges = new Map()
        byCaller.set(callerKey, edges)
      }
      const known = edges.get(calleeKey)
      if (known === undefined) {
        edges.set(calleeKey, { from, caller, to, callee, how, confidence, lines: new Set([line]) })
        return
      }
      known.lines.add(line)
      if (confidence > known.confidence) {
        known.how = how
        known.confidence = confidence
      }
    },
    list(paths) {
      const edges = [...byCaller.values()].flatMap((map) => [...map.values()])
      edges.sort((a, b) => a.from - b.from || (a.caller ?? -1) - (b.caller ?? -1) || a.to - b.to || a.callee - b.callee)
      return edges.map(({ from, caller, to, callee, how, confidence, lines }) => ({
        from: { path: paths[from] ?? '', index: caller },
        to: { path: paths[to] ?? '', index: callee },
        how,
        confidence,
        lines: [...lines].sort((a, b) => a - b),
      }))
    },
  }
}
