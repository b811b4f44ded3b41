import { op, type PythonFlow } from '../flow/flow-facts.ts'
import type { FileBases } from './function-table.ts'

/** The constraints of all files, in the making. */
export interface Relocation {
  /** Appends the constraints of a file, its numbers replaced by the program's. */
  add(code: readonly number[], name: readonly number[], bases: FileBases): void
  /** Notes that something other than a constraint reads a register; returns it. */
  markRead(register: number): number
  /** Where it stands, to go back to when a file fails half-way. */
  mark(): Mark
  reset(mark: Mark): void
  finish(): {
    readonly code: Int32Array<ArrayBuffer>
    readonly codeEnd: number
    readonly at: Int32Array
    readonly count: number
    readonly owner: Int32Array
    readonly fileOf: Int32Array
    readonly isRead: Uint8Array
  }
}

interface Mark {
  readonly used: number
  readonly count: number
}

/** How the operands of each constraint are numbered: r(egister), n(ame), f(unction), c(lass), i(nteger). */
const shapes: readonly (readonly [kind: number, operands: string])[] = [
  [op.copy, 'rr'],
  [op.text, 'rn'],
  [op.integer, 'ri'],
  [op.builtin, 'r'],
  [op.function, 'rf'],
  [op.class, 'rc'],
  [op.global, 'rn'],
  [op.import, 'rni'],
  [op.from, 'rinn'],
  [op.attribute, 'rrni'],
  [op.setAttribute, 'rnri'],
  [op.item, 'rrri'],
  [op.setItem, 'rrri'],
  [op.slice, 'rrii'],
  [op.iterate, 'rrii'],
  [op.enter, 'rrii'],
  [op.narrow, 'rrr'],
  [op.annotated, 'rrr'],
  [op.raise, 'ri'],
  [op.protocol, 'rrnri'],
  [op.replaceItem, 'rrrr'],
  [op.decorated, 'rrr'],
]

/** Constraints whose first register is one that they read. */
const withoutResult = new Set<number>([op.setAttribute, op.setItem, op.raise])

const operand = { register: 0, name: 1, function: 2, class: 3, integer: 4 } as const
const operands: readonly (Uint8Array | undefined)[] = tableOf(shapes)

export function createRelocation(flows: readonly (PythonFlow | null)[]): Relocation {
  let length = 0
  for (const flow of flows) length += (flow as Partial<PythonFlow> | null)?.code?.length ?? 0
  // The room behind the code is for argument lists that are made on the way.
  const code = new Int32Array(Math.ceil(1.25 * length) + 64)
  // No constraint is shorter than two numbers.
  const most = Math.ceil(length / 2) + 1
  const at = new Int32Array(most)
  const owner = new Int32Array(most)
  const fileOf = new Int32Array(most)
  const isRead = new Uint8Array(
    flows.reduce((sum, flow) => sum + ((flow as Partial<PythonFlow> | null)?.registers ?? 0), 0),
  )
  let used = 0
  let count = 0

  return {
    add,
    markRead(register) {
      isRead[register] = 1
      return register
    },
    mark: () => ({ used, count }),
    reset(mark) {
      used = mark.used
      count = mark.count
    },
    finish: () => ({
      code,
      codeEnd: used,
      at: at.slice(0, count),
      count,
      owner: owner.slice(0, count),
      fileOf: fileOf.slice(0, count),
      isRead,
    }),
  }

  function add(from: readonly number[], name: readonly number[], bases: FileBases): void {
    const { register } = bases
    let current = -1
    let i = 0
    while (i < from.length) {
      const kind = from[i++] ?? 0
      if (kind === op.owner) {
        const local = from[i++] ?? -1
        current = local < 0 ? -1 : local + bases.function
        continue
      }
      at[count] = used
      owner[count] = current
      fileOf[count] = bases.file
      count++
      code[used++] = kind
      const defined = withoutResult.has(kind) ? -1 : 0
      const plain = operands[kind]
      if (plain === undefined) i = addList(kind, from, i, name, register)
      else
        for (let k = 0; k < plain.length; k++) {
          const value = relocated(plain[k] ?? 0, from[i++] ?? 0, name, bases)
          code[used++] = value
          if (plain[k] === operand.register && k !== defined && value >= 0) isRead[value] = 1
        }
    }
  }

  /** A constraint with as many operands as it says; returns where the next one begins. */
  function addList(
    kind: number,
    from: readonly number[],
    start: number,
    name: readonly number[],
    base: number,
  ): number {
    let i = start
    const plain = () => {
      const value = from[i++] ?? 0
      code[used++] = value
      return value
    }
    const register = () => {
      const local = from[i++] ?? -1
      // A splat is -2 - register.
      code[used++] = local >= 0 ? local + base : local <= -2 ? local - base : -1
      const read = local <= -2 ? -2 - local : local
      if (read >= 0) isRead[read + base] = 1
    }
    code[used++] = (from[i++] ?? 0) + base
    if (kind === op.call) {
      register()
      plain()
      for (let k = plain(); k > 0; k--) register()
      for (let k = plain(); k > 0; k--) {
        code[used++] = name[from[i++] ?? -1] ?? -1
        register()
      }
      register()
      register()
    } else if (kind === op.sequence) {
      plain()
      for (let k = plain(); k > 0; k--) register()
    } else if (kind === op.dictionary)
      for (let k = plain(); k > 0; k--) {
        if (from[i] === -2) plain()
        else register()
        register()
      }
    else throw new Error(`unknown constraint ${kind}`)
    return i
  }
}

function relocated(sort: number, value: number, name: readonly number[], bases: FileBases): number {
  switch (sort) {
    case operand.register:
      return value >= 0 ? value + bases.register : -1
    case operand.name:
      return name[value] ?? -1
    case operand.function:
      return value + bases.function
    case operand.class:
      return value + bases.class
    default:
      return value
  }
}

function tableOf(rows: typeof shapes): (Uint8Array | undefined)[] {
  const table: (Uint8Array | undefined)[] = []
  for (const [kind, text] of rows) {
    while (table.length <= kind) table.push(undefined)
    table[kind] = Uint8Array.from([...text].map((letter) => 'rnfci'.indexOf(letter)))
  }
  return table
}
