/** Numbers of 32 bits, one after the other, in an array that grows. */
export interface Column {
  readonly length: number
  push(value: number): void
  /** 0 where nothing is. */
  at(index: number): number
  values(): Uint32Array
}

export function createColumn(initial: Uint32Array = new Uint32Array(0)): Column {
  let values = initial
  let length = initial.length
  return {
    get length() {
      return length
    },
    push(value) {
      if (length === values.length) {
        const larger = new Uint32Array(Math.max(1024, 2 * length))
        larger.set(values)
        values = larger
      }
      values[length++] = value
    },
    at: (index) => (index < length ? (values[index] ?? 0) : 0),
    values: () => values.subarray(0, length),
  }
}
