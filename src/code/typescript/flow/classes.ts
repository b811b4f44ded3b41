import type { FileReader, Place } from './file-reader.ts'
import { none } from './file-reader.ts'
import type { FlowMember } from './flow-facts.ts'
import { readFunction } from './functions.ts'
import { readSignature, readTypeParameters } from './types.ts'

/** Reads a class declaration or expression; returns its number. */
export function readClass(file: FileReader, node: number, place: Place): number {
  const { kind, field, children, text, hasToken } = file.view
  const cls = file.classes.length
  const inner = { ...place, scope: file.scopes.open(place.scope, false), cls, isStatic: false }
  const own = field(node, 'name')
  if (kind(node) === 'class' && own >= 0) {
    file.scopes.symbols[file.scopes.declare(inner.scope, text(own))]?.values.push(file.add(['class', cls]))
  }
  const heritage = children(node).find((child) => kind(child) === 'class_heritage') ?? -1
  const members: FlowMember[] = []
  const flow = {
    definition: file.definitionOf(node),
    typeParameters: readTypeParameters(file, field(node, 'type_parameters'), inner),
    base: -1,
    given: [] as readonly number[],
    implemented: [] as readonly number[],
    members,
  }
  file.classes.push(flow)
  for (const child of children(node)) if (kind(child) === 'decorator') file.visit(child, place)
  for (const clause of children(heritage)) {
    if (kind(clause) === 'extends_clause') {
      flow.base = file.visit(field(clause, 'value'), inner)
      flow.given = children(field(clause, 'type_arguments')).map((type) => file.type(type, inner))
    } else flow.implemented = children(clause).map((type) => file.type(type, inner))
  }
  const body = children(field(node, 'body'))
  for (const [position, member] of body.entries()) readMember(member, position)
  return cls

  function readMember(member: number, position: number): void {
    const isStatic = hasToken(member, 'static')
    const within = { ...inner, isStatic }
    const name = text(field(member, 'name')).replace(/^(['"])(.*)\1$/, '$2')
    const at = { name, isStatic }
    switch (kind(member)) {
      case 'decorator':
        file.visit(member, place)
        break
      case 'method_definition': {
        const fn = readFunction(file, member, within, { context: none, overloads: overloadsBefore(position, name) })
        const what = hasToken(member, 'get') ? 'get' : hasToken(member, 'set') ? 'set' : 'method'
        members.push({ ...at, kind: what, type: -1, value: file.add(['function', fn]) })
        if (name === 'constructor') readParameterFields(member, within)
        break
      }
      case 'public_field_definition': {
        const type = file.type(field(member, 'type'), within)
        for (const child of children(member)) if (kind(child) === 'decorator') file.visit(child, place)
        const value = file.visit(field(member, 'value'), within, type < 0 ? none : ['typed', type])
        members.push({ ...at, kind: 'field', type, value })
        break
      }
      case 'method_signature':
      case 'abstract_method_signature':
        if (overloadedBy(position, name) < 0)
          members.push({
            ...at,
            kind: 'field',
            type: file.addType(['signature', readSignature(file, member, within)]),
            value: -1,
          })
        break
      case 'class_static_block':
        file.visit(field(member, 'body'), { ...inner, scope: file.scopes.open(inner.scope, true), isStatic: true })
    }
  }

  function overloadsBefore(position: number, name: string): number[] {
    const signatures: number[] = []
    for (let i = position - 1; i >= 0; i--) {
      const member = body[i] ?? -1
      if (kind(member) !== 'method_signature' || text(field(member, 'name')) !== name) break
      signatures.unshift(member)
    }
    return signatures
  }

  /** Index of the implementation that follows a signature, or -1. */
  function overloadedBy(position: number, name: string): number {
    for (let i = position + 1; i < body.length; i++) {
      const member = body[i] ?? -1
      if (text(field(member, 'name')) !== name) return -1
      if (kind(member) === 'method_definition') return i
    }
    return -1
  }

  /** `constructor(private a: A)` declares a field. */
  function readParameterFields(method: number, within: Place): void {
    for (const parameter of children(field(method, 'parameters'))) {
      const pattern = field(parameter, 'pattern')
      const isField = hasToken(parameter, 'readonly') || file.view.kind(parameter + 1) === 'accessibility_modifier'
      if (!isField || kind(pattern) !== 'identifier') continue
      const type = file.type(field(parameter, 'type'), within)
      members.push({ name: text(pattern), isStatic: false, kind: 'field', type, value: -1 })
    }
  }
}
