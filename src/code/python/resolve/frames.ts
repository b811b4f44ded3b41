import { createRows, grown } from '../../resolve/rows.ts'

/**
 * A call's own copy of the registers that decide what the callee returns: nodes by register. Frame 0 is the program itself,
 * where every register is its own node. A frame is filled before the next one is opened.
 */
export interface Frames {
  count(): number
  /** A frame `depth` calls deep that sees what another frame (0: none) holds. */
  open(depth: number, closure: number): number
  bind(frame: number, register: number, node: number): void
  /** The frame's own node of a register, or -1. */
  own(frame: number, register: number): number
  /** Node that a register means in a frame. */
  node(frame: number, register: number): number
  depth(frame: number): number
  /** Containers of a frame for what no parameter takes, or -1. */
  rest(frame: number): number
  keywords(frame: number): number
  gather(frame: number, rest: number, keywords: number): void
}

const column = { start: 0, own: 1, end: 2, depth: 3, rest: 4, keywords: 5 } as const

export function createFrames(): Frames {
  const rows = createRows(6)
  /** Register and node, alternating. */
  let cells = new Int32Array(4096)
  let used = 0
  rows.add(0)

  return {
    count: rows.count,
    open,
    bind(frame, register, node) {
      put(register, node)
      rows.set(frame, column.end, used)
    },
    own: (frame, register) => find(rows.get(frame, column.own), rows.get(frame, column.end), register),
    node(frame, register) {
      if (frame === 0) return register
      const found = find(rows.get(frame, column.start), rows.get(frame, column.end), register)
      return found < 0 ? register : found
    },
    depth: (frame) => rows.get(frame, column.depth),
    rest: (frame) => rows.get(frame, column.rest),
    keywords: (frame) => rows.get(frame, column.keywords),
    gather(frame, rest, keywords) {
      rows.set(frame, column.rest, rest)
      rows.set(frame, column.keywords, keywords)
    },
  }

  function open(depth: number, closure: number): number {
    const start = used
    const end = rows.get(closure, column.end)
    for (let at = rows.get(closure, column.start); at < end; at += 2) put(cells[at] ?? -1, cells[at + 1] ?? -1)
    return rows.add(start, used, used, depth, -1, -1)
  }

  function put(register: number, node: number): void {
    if (used + 2 > cells.length) cells = grown(cells, 2 * cells.length)
    cells[used++] = register
    cells[used++] = node
  }

  /** The last binding holds. */
  function find(start: number, end: number, register: number): number {
    for (let at = end - 2; at >= start; at -= 2) if (cells[at] === register) return cells[at + 1] ?? -1
    return -1
  }
}
