import { op } from '../flow/flow-facts.ts'
import type { Program } from './program.ts'

/** Constraint that defines each register first, and the next one that defines the same register; -1 at the end. */
export interface Definitions {
  readonly first: Int32Array
  readonly next: Int32Array
}

export function indexDefinitions({ registers, count, code, at }: Program): Definitions {
  const first = new Int32Array(registers).fill(-1)
  const next = new Int32Array(count).fill(-1)
  for (let i = count - 1; i >= 0; i--) {
    const p = at[i] ?? 0
    const kind = code[p]
    if (kind === op.setAttribute || kind === op.setItem || kind === op.raise) continue
    const to = code[p + 1] ?? -1
    next[i] = first[to] ?? -1
    first[to] = i
  }
  return { first, next }
}
