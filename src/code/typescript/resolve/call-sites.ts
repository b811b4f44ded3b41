import type { CallHow, FileFacts } from '../../facts.ts'
import { type CallEdges, createCallEdges } from '../../resolve/call-edges.ts'
import type { FlowUse } from '../flow/flow-facts.ts'
import type { Evaluator, Member } from './evaluator.ts'
import type { Implementers } from './implementers.ts'
import type { Value, Values } from './values.ts'

interface Target {
  readonly file: number
  readonly fn: number
  readonly how: CallHow
  /** Whether nothing else can stand where the function was found. */
  readonly isOnly: boolean
}

/** How sure an edge is, by what it rests on. */
const certainty = {
  declared: 0.98,
  valued: 0.95,
  oneOfSeveral: 0.8,
  implementation: 0.7,
  oneOfImplementations: 0.5,
  name: 0.3,
}

export interface CollectedCalls {
  readonly edges: CallEdges
  readonly externalCalls: number
  readonly unresolvedCalls: number
}

/** Turns every use of every file into edges. */
export function collectCalls(e: Evaluator, implementers: Implementers): CollectedCalls {
  const edges = createCallEdges()
  const byName = definitionsByMemberName(e)
  let externalCalls = 0
  let unresolvedCalls = 0
  e.program.flows.forEach((flow, file) => {
    for (const use of flow.uses) {
      const isCall = use.kind === 'call' || use.kind === 'new'
      const targets = targetsOf(file, use)
      if (targets.length > 0) {
        const isSure =
          new Set(targets.map(({ file: of, fn }) => `${of}:${fn}`)).size === 1 && targets.every(({ isOnly }) => isOnly)
        for (const target of targets) add(file, use, target, isSure ? sureness(target.how) : certainty.oneOfSeveral)
      } else if (isCall) addGuesses(file, use)
    }
  })
  return { edges, externalCalls, unresolvedCalls }

  function add(file: number, use: FlowUse, { file: to, fn, how }: Target, confidence: number): void {
    const callee = e.program.fn(to, fn)?.definition ?? -1
    // A function without a name belongs to the one around it.
    if (callee < 0) return
    edges.add(file, use.caller < 0 ? null : use.caller, to, callee, how, confidence, use.line)
  }

  function addGuesses(file: number, use: FlowUse): void {
    const form = e.program.expression(file, use.target)
    const objects = form[0] === 'member' ? e.expression(file, form[1]) : e.expression(file, use.target)
    const isOutside =
      objects.length > 0 && objects.every(({ kind }) => kind === 'external' || kind === 'library' || kind === 'method')
    if (isOutside) {
      externalCalls++
      return
    }
    if (form[0] === 'member') {
      const implementing = objects.flatMap((value) => implementers.of(value, form[2]))
      const confidence = implementing.length === 1 ? certainty.implementation : certainty.oneOfImplementations
      for (const target of implementing) add(file, use, { ...target, how: 'annotation', isOnly: false }, confidence)
      if (implementing.length > 0) return
      const named = objects.length === 0 ? byName.get(form[2]) : undefined
      if (named?.length === 1 && named[0] !== undefined)
        add(file, use, { ...named[0], how: 'unique-name', isOnly: false }, certainty.name)
    }
    unresolvedCalls++
  }

  function targetsOf(file: number, use: FlowUse): Target[] {
    const form = e.program.expression(file, use.target)
    if (form[0] === 'super') return e.bases(file, form[1]).flatMap((base) => constructorOf(base, 'super'))
    if (use.kind === 'new')
      return e.expression(file, use.target).flatMap((value) => constructorOf(value, 'constructor'))
    if (form[0] === 'member') return memberTargets(file, use, form[1], form[2])
    if (form[0] === 'symbol') {
      const symbol = e.program.symbol(file, form[1])
      const how = symbol?.from !== undefined ? 'import' : 'assignment'
      const direct = e.functionOf({ kind: 'symbol', file, symbol: form[1] })
      if (direct !== null)
        return [{ ...direct, how: how === 'import' || isDeclared(file, form[1]) ? 'import' : how, isOnly: true }]
      return functionsIn(e.expression(file, use.target), how)
    }
    return functionsIn(e.expression(file, use.target), 'assignment')
  }

  /** A function's own name, or a variable that never held anything else. */
  function isDeclared(file: number, symbol: number): boolean {
    return e.program.symbol(file, symbol)?.values.length === 1
  }

  function memberTargets(file: number, use: FlowUse, object: number, name: string): Target[] {
    const accessor = use.kind === 'read' ? 'get' : use.kind === 'write' ? 'set' : undefined
    const receiver = e.program.expression(file, object)
    const assigned = receiver[0] === 'symbol' ? e.program.assignedToSymbol(file, receiver[1], name) : []
    const objects = e.expression(file, object)
    const perObject = objects.map((value) =>
      e.members(value, name, accessor).flatMap((member): Target[] => {
        const at = { how: howOf(receiver[0], value, member), isOnly: true }
        if (accessor !== undefined)
          return member.accessor === accessor && member.fn !== null ? [{ ...member.fn, ...at }] : []
        if (member.accessor === null && member.fn !== null) return [{ ...member.fn, ...at }]
        return functionsIn(member.values(), at.how)
      }),
    )
    const isEach = perObject.every((targets) => targets.length > 0)
    const found = perObject.flat().map((target) => (isEach ? target : { ...target, isOnly: false }))
    if (accessor !== undefined || found.length > 0) return found
    return assigned.flatMap((each) => functionsIn(e.expression(file, each), 'assignment'))
  }

  function howOf(receiver: string, value: Value, member: Member): CallHow {
    if (receiver === 'super') return 'super'
    if (member.isInherited) return 'inherited'
    if (receiver === 'this') return 'self'
    return value.kind === 'module' || value.kind === 'namespace' ? 'import' : 'annotation'
  }

  function functionsIn(values: Values, how: CallHow): Target[] {
    const isOnly = values.length === 1
    return values.flatMap((value) =>
      value.kind === 'function' ? [{ file: value.file, fn: value.fn, how, isOnly }] : [],
    )
  }

  /** Own or inherited; a class without one runs no code of the repository. */
  function constructorOf(value: Value, how: CallHow): Target[] {
    if (value.kind === 'function') return [{ file: value.file, fn: value.fn, how, isOnly: true }]
    if (value.kind !== 'class') return []
    const members = e.program.cls(value.file, value.cls)?.members ?? []
    const own = members.find(({ name, kind }) => name === 'constructor' && kind === 'method')
    if (own === undefined) return e.bases(value.file, value.cls).flatMap((base) => constructorOf(base, how))
    const form = e.program.expression(value.file, own.value)
    return form[0] === 'function' ? [{ file: value.file, fn: form[1], how, isOnly: true }] : []
  }
}

function sureness(how: CallHow): number {
  return how === 'assignment' ? certainty.valued : certainty.declared
}

/** Methods of classes by name. */
function definitionsByMemberName(e: Evaluator): Map<string, { file: number; fn: number }[]> {
  const found = new Map<string, { file: number; fn: number }[]>()
  e.program.flows.forEach(({ classes, expressions }, file) => {
    for (const { members } of classes) {
      for (const { name, value } of members) {
        const form = expressions[value]
        if (form?.[0] === 'function') found.set(name, [...(found.get(name) ?? []), { file, fn: form[1] }])
      }
    }
  })
  return found
}

/** Classes that extend classes of the repository, for the graph. */
export function basesOf(e: Evaluator, files: ReadonlyMap<string, FileFacts>) {
  const reference = (file: number, cls: number) => {
    const path = e.program.paths[file] ?? ''
    return { path, index: files.get(path) === undefined ? -1 : (e.program.cls(file, cls)?.definition ?? -1) }
  }
  return e.program.flows.flatMap(({ classes }, file) =>
    classes.flatMap((_, cls) =>
      e.bases(file, cls).flatMap((base) => {
        if (base.kind !== 'class') return []
        const [from, to] = [reference(file, cls), reference(base.file, base.cls)]
        return from.index < 0 || to.index < 0 ? [] : [{ from, to }]
      }),
    ),
  )
}
