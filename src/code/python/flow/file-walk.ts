import type { ParsedFile } from '../flow.ts'
import { type FlowClass, type FlowFunction, op } from './flow-facts.ts'
import type { PythonKinds } from './python-kinds.ts'
import { type BoundNames, boundNames, type Scope } from './scope.ts'

/** What is known while one file is walked: where we are, what has been emitted, and what waits for the scope around it to finish. */
export interface FileWalk {
  readonly file: ParsedFile
  readonly kinds: PythonKinds
  readonly code: number[]
  readonly names: string[]
  readonly functions: FlowFunction[]
  readonly classes: FlowClass[]
  readonly stars: number[]
  /** Annotated names of the class body that is being walked, see `FlowClass.annotations`. */
  annotations: number[]
  all: number[] | null
  scope: Scope
  /** Function and lambda bodies: they run after the scope around them is complete. */
  readonly waiting: (() => void)[]
  /** Index in `file.definitions` by syntax node. */
  readonly definitionOf: ReadonlyMap<number, number>
  /** Names that some `global` or `nonlocal` statement of the file shares between scopes. */
  readonly shared: ReadonlySet<string>
  register(): number
  registers(): number
  name(text: string): number
  emit(...numbers: number[]): void
  /** As `emit`, for a constraint whose first operand is a fresh register, which is returned. */
  fresh(code: number, ...operands: number[]): number
  /** Registers of constants, one for each value; what is too long or too large to be a key is just some built-in value. */
  text(value: string): number
  integer(value: number): number
  builtin(): number
}

const longestKey = 40
const largestKey = 1000

export function createFileWalk(file: ParsedFile, kinds: PythonKinds): FileWalk {
  const { tree } = file
  const index = new Map<string, number>()
  const names: string[] = []
  const constants = new Map<string, number>()
  const code: number[] = []
  let registers = 0
  let emittedOwner = -1
  const definitionOf = new Map<number, number>()
  for (const [definition, node] of file.nodes.entries()) if (node >= 0) definitionOf.set(node, definition)
  const shared = new Set<string>()
  for (let node = 0; node < tree.count; node++) {
    const sort = tree.kind[node]
    if (sort !== kinds.kind.global_statement && sort !== kinds.kind.nonlocal_statement) continue
    for (const name of boundNames(tree, kinds, node, tree.after[node] ?? 0).elsewhere.keys()) shared.add(name)
  }

  const walk: FileWalk = {
    file,
    kinds,
    code,
    names,
    functions: [],
    classes: [],
    stars: [],
    annotations: [],
    all: null,
    scope: createScope('module', null, -1, -1, boundNames(tree, kinds, 0, tree.count)),
    waiting: [],
    definitionOf,
    shared,
    register: () => registers++,
    registers: () => registers,
    name,
    emit,
    fresh(code, ...operands) {
      const to = registers++
      emit(code, to, ...operands)
      return to
    },
    text: (value) => (value.length > longestKey ? walk.builtin() : constant(`'${value}`, op.text, () => name(value))),
    integer: (value) =>
      Number.isInteger(value) && value < largestKey ? constant(`${value}`, op.integer, () => value) : walk.builtin(),
    builtin: () => constant('', op.builtin),
  }
  return walk

  function constant(key: string, code: number, operand?: () => number): number {
    const known = constants.get(key)
    if (known !== undefined) return known
    const register = operand === undefined ? walk.fresh(code) : walk.fresh(code, operand())
    constants.set(key, register)
    return register
  }

  function name(text: string): number {
    const known = index.get(text)
    if (known !== undefined) return known
    index.set(text, names.length)
    return names.push(text) - 1
  }

  function emit(...numbers: number[]): void {
    if (walk.scope.owner !== emittedOwner) {
      emittedOwner = walk.scope.owner
      code.push(op.owner, emittedOwner)
    }
    for (const number of numbers) code.push(number)
  }
}

export function createScope(
  kind: Scope['kind'],
  parent: Scope | null,
  owner: number,
  classIndex: number,
  names: BoundNames,
): Scope {
  return {
    kind,
    parent,
    owner,
    classIndex,
    bound: names.bound,
    elsewhere: names.elsewhere,
    current: new Map(),
    versions: new Map(),
    merged: new Map(),
    gathering: [],
    undo: null,
    finished: false,
  }
}

export function textAt(walk: FileWalk, node: number): string {
  const { tree } = walk.file
  return tree.source.slice(tree.start[node], tree.end[node])
}

export function lineAt(walk: FileWalk, node: number): number {
  return walk.file.lineOf(walk.file.tree.start[node] ?? 0)
}

/** Named children, comments apart. */
export function childrenOf(walk: FileWalk, node: number): number[] {
  const { tree } = walk.file
  const { named, kind } = walk.kinds
  const end = tree.after[node] ?? 0
  const children: number[] = []
  for (let child = node + 1; child < end; child = tree.after[child] ?? end) {
    const sort = tree.kind[child] ?? 0
    if (named[sort] && sort !== kind.comment) children.push(child)
  }
  return children
}

export function childWith(walk: FileWalk, node: number, field: number): number {
  const { tree } = walk.file
  const end = tree.after[node] ?? 0
  for (let child = node + 1; child < end; child = tree.after[child] ?? end)
    if (tree.field[child] === field) return child
  return -1
}

export function childrenWith(walk: FileWalk, node: number, field: number): number[] {
  const { tree } = walk.file
  const end = tree.after[node] ?? 0
  const children: number[] = []
  for (let child = node + 1; child < end; child = tree.after[child] ?? end)
    if (tree.field[child] === field && walk.kinds.named[tree.kind[child] ?? 0]) children.push(child)
  return children
}

/** 1 where a `for`, `with` or comprehension clause begins with `async`. */
export function isAsync(walk: FileWalk, node: number): number {
  return walk.file.tree.source.startsWith('async', walk.file.tree.start[node]) ? 1 : 0
}
