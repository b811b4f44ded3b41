/** A growing table of whole numbers, a few to a row, in one typed array: no object for a row. */
export interface Rows {
  /** Appends a row; returns its number. Columns beyond the first are 0 where they are left out. */
  add(a: number, b?: number, c?: number, d?: number, e?: number, f?: number): number
  get(row: number, column: number): number
  set(row: number, column: number, value: number): void
  count(): number
}

export function createRows(width: number, expected = 256): Rows {
  let cells = new Int32Array(width * expected)
  let used = 0

  return {
    add(a, b = 0, c = 0, d = 0, e = 0, f = 0) {
      if (used + 6 > cells.length) cells = grown(cells, 2 * cells.length + 6)
      cells[used] = a
      cells[used + 1] = b
      cells[used + 2] = c
      cells[used + 3] = d
      cells[used + 4] = e
      cells[used + 5] = f
      used += width
      return used / width - 1
    },
    get: (row, column) => cells[row * width + column] ?? 0,
    set(row, column, value) {
      cells[row * width + column] = value
    },
    count: () => used / width,
  }
}

export function grown(from: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(length)
  to.set(from)
  return to
}
