import type { FileWalk } from './file-walk.ts'
import { op } from './flow-facts.ts'
import type { Scope } from './scope.ts'

/** Register of a name read at this point: the version that reaches it, or what a scope around it binds. */
export function readName(walk: FileWalk, name: string): number {
  let scope: Scope | null = walk.scope
  const elsewhere = scope.elsewhere.get(name)
  if (elsewhere === 'global') return readGlobal(walk, name)
  if (elsewhere === undefined && scope.bound.has(name)) {
    if (walk.shared.has(name) && scope.kind !== 'class') return mergedRegister(walk, scope, name)
    const version = scope.current.get(name)
    if (version !== undefined) return version
    if (scope.kind !== 'class') return mergedRegister(walk, scope, name)
  }
  for (scope = scope.parent; scope !== null; scope = scope.parent) {
    if (scope.kind === 'class') continue
    if (scope.kind === 'module') return readGlobal(walk, name)
    if (scope.bound.has(name) && !scope.elsewhere.has(name)) return readOuter(walk, scope, name)
    if (scope.elsewhere.get(name) === 'global') return readGlobal(walk, name)
  }
  return readGlobal(walk, name)
}

function readGlobal(walk: FileWalk, name: string): number {
  const module = moduleScope(walk.scope)
  const bound = module.bound.has(name) || (walk.shared.has(name) && module.versions.has(name))
  return bound ? readOuter(walk, module, name) : walk.fresh(op.global, walk.name(name))
}

/** A scope around the present one: finished modules show their last version, functions all of them. */
function readOuter(walk: FileWalk, scope: Scope, name: string): number {
  if (walk.shared.has(name)) return mergedRegister(walk, scope, name)
  const version = scope.current.get(name)
  if (version !== undefined && (scope.kind === 'module' || !scope.finished)) return version
  const versions = scope.versions.get(name)
  if (scope.finished && versions?.length === 1 && versions[0] !== undefined) return versions[0]
  return mergedRegister(walk, scope, name)
}

/** The register that gathers every version of a name, those to come included. */
export function mergedRegister(walk: FileWalk, scope: Scope, name: string): number {
  const known = scope.merged.get(name)
  if (known !== undefined) return known
  const merged = walk.register()
  scope.merged.set(name, merged)
  for (const version of scope.versions.get(name) ?? []) if (version >= 0) walk.emit(op.copy, merged, version)
  return merged
}

export function assignName(walk: FileWalk, name: string, register: number): void {
  const scope = targetScope(walk.scope, name)
  let value = register
  // A register of its own keeps "unknown" apart from "not assigned".
  if (value < 0) value = -1
  const versions = scope.versions.get(name)
  if (versions === undefined) scope.versions.set(name, [value])
  else versions.push(value)
  const merged = scope.merged.get(name)
  if (merged !== undefined && value >= 0) walk.emit(op.copy, merged, value)
  for (const gathered of scope.gathering) {
    const into = gathered.get(name)
    if (into !== undefined && value >= 0 && into !== value) walk.emit(op.copy, into, value)
  }
  setCurrent(scope, name, value)
}

function targetScope(scope: Scope, name: string): Scope {
  const elsewhere = scope.elsewhere.get(name)
  if (elsewhere === 'global') return moduleScope(scope)
  if (elsewhere === 'nonlocal')
    for (let outer = scope.parent; outer !== null; outer = outer.parent)
      if (outer.kind === 'function' && outer.bound.has(name) && !outer.elsewhere.has(name)) return outer
  return scope
}

function moduleScope(scope: Scope): Scope {
  let outer = scope
  while (outer.parent !== null) outer = outer.parent
  return outer
}

function setCurrent(scope: Scope, name: string, register: number): void {
  if (scope.undo !== null && !scope.undo.has(name)) scope.undo.set(name, scope.current.get(name))
  scope.current.set(name, register)
}

/** Gives a name another version without an assignment: what `isinstance` showed, or a value joined from branches. */
export function refineName(walk: FileWalk, name: string, register: number): void {
  setCurrent(walk.scope, name, register)
}

/** What a branch left behind: the versions of the names it assigned, or null when it never reaches its end. */
export type Branch = ReadonlyMap<string, number> | null

/** Walks a branch and takes its versions back. `body` says whether its end can be reached. */
export function walkBranch(walk: FileWalk, body: () => boolean): Branch {
  const { scope } = walk
  const outer = scope.undo
  const undo = new Map<string, number | undefined>()
  scope.undo = undo
  const reachesEnd = body()
  scope.undo = outer
  const left = new Map<string, number>()
  for (const [name, before] of undo) {
    const after = scope.current.get(name)
    if (after !== undefined) left.set(name, after)
    if (before === undefined) scope.current.delete(name)
    else scope.current.set(name, before)
  }
  return reachesEnd ? left : null
}

/** Joins alternative branches; false when none of them reaches its end. */
export function joinBranches(walk: FileWalk, branches: readonly Branch[]): boolean {
  const open = branches.filter((branch) => branch !== null)
  if (open.length === 0) return false
  const names = new Set(open.flatMap((branch) => [...branch.keys()]))
  for (const name of names) {
    const versions = new Set<number>()
    for (const branch of open) {
      const version = branch.get(name) ?? walk.scope.current.get(name)
      if (version !== undefined && version >= 0) versions.add(version)
    }
    refineName(walk, name, joined(walk, [...versions]))
  }
  return true
}

export function joined(walk: FileWalk, registers: readonly number[]): number {
  const known = registers.filter((register) => register >= 0)
  const [first] = known
  if (first === undefined) return -1
  if (known.length === 1) return first
  const to = walk.register()
  for (const register of known) walk.emit(op.copy, to, register)
  return to
}

/** Walks a part whose assignments may run never, once or often: afterwards a name has any of its versions. */
export function walkRepeated(
  walk: FileWalk,
  names: Iterable<string>,
  fromStart: boolean,
  body: () => void,
): Map<string, number> {
  const { scope } = walk
  const gathered = new Map<string, number>()
  for (const name of names) {
    if (scope.elsewhere.has(name) || (walk.shared.has(name) && scope.kind !== 'class')) continue
    const into = walk.register()
    const before = scope.current.get(name)
    if (before !== undefined && before >= 0) walk.emit(op.copy, into, before)
    gathered.set(name, into)
    if (fromStart) refineName(walk, name, into)
  }
  scope.gathering.push(gathered)
  body()
  scope.gathering.pop()
  return gathered
}
