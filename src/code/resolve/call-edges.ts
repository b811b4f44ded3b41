import type { CallHow, ResolvedCall } from '../facts.ts'
import { absent, createPairMap } from './pair-map.ts'
import { createRows } from './rows.ts'

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

const hows: readonly CallHow[] = [
  'import',
  'self',
  'super',
  'inherited',
  'constructor',
  'annotation',
  'assignment',
  'unique-name',
]

const edgeColumn = { caller: 0, callee: 1, how: 2, line: 3 } as const

export function createCallEdges(): CallEdges {
  const callers = createEnds()
  const callees = createEnds()
  const known = createPairMap(1024)
  const edges = createRows(4, 1024)
  const confidences: number[] = []
  /** Line and the next one of the same edge. */
  const lines = createRows(2, 1024)
  lines.add(0)

  return {
    add(from, caller, to, callee, how, confidence, line) {
      const start = callers.number(from, (caller ?? -1) + 1)
      const end = callees.number(to, callee)
      let edge = known.get(start, end)
      if (edge === absent) {
        edge = edges.add(start, end, hows.indexOf(how), 0)
        known.set(start, end, edge)
        confidences.push(confidence)
      } else if (confidence > (confidences[edge] ?? 0)) {
        edges.set(edge, edgeColumn.how, hows.indexOf(how))
        confidences[edge] = confidence
      }
      edges.set(edge, edgeColumn.line, lines.add(line, edges.get(edge, edgeColumn.line)))
    },
    list(paths) {
      const order = Array.from(confidences, (_, edge) => edge).sort(
        (a, b) =>
          callers.compare(edges.get(a, edgeColumn.caller), edges.get(b, edgeColumn.caller)) ||
          callees.compare(edges.get(a, edgeColumn.callee), edges.get(b, edgeColumn.callee)),
      )
      return order.map((edge) => {
        const caller = edges.get(edge, edgeColumn.caller)
        const callee = edges.get(edge, edgeColumn.callee)
        const index = callers.index(caller)
        return {
          from: { path: paths[callers.file(caller)] ?? '', index: index === 0 ? null : index - 1 },
          to: { path: paths[callees.file(callee)] ?? '', index: callees.index(callee) },
          how: hows[edges.get(edge, edgeColumn.how)] ?? 'assignment',
          confidence: confidences[edge] ?? 0,
          lines: linesOf(edge),
        }
      })
    },
  }

  function linesOf(edge: number): number[] {
    const found: number[] = []
    for (let row = edges.get(edge, edgeColumn.line); row > 0; row = lines.get(row, 1)) found.push(lines.get(row, 0))
    found.sort((a, b) => a - b)
    return found.filter((line, i) => line !== found[i - 1])
  }
}

/** Numbers the ends of edges: file and definition. */
function createEnds() {
  const known = createPairMap(1024)
  const ends = createRows(2, 1024)
  return {
    number(file: number, index: number): number {
      const found = known.get(file, index)
      if (found !== absent) return found
      const end = ends.add(file, index)
      known.set(file, index, end)
      return end
    },
    file: (end: number) => ends.get(end, 0),
    index: (end: number) => ends.get(end, 1),
    compare: (a: number, b: number) => ends.get(a, 0) - ends.get(b, 0) || ends.get(a, 1) - ends.get(b, 1),
  }
}
