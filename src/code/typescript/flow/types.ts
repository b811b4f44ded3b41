import type { FileReader, Place } from './file-reader.ts'
import type { FlowParameter, FlowSignature } from './flow-facts.ts'

/** Reads a type. What has no bearing on calls (literals, mapped and template types) is unknown. */
export function readType(file: FileReader, node: number, place: Place): number {
  const { view } = file
  const { kind, field, children, text } = view
  const all = (nodes: readonly number[]) => nodes.map((child) => file.type(child, place))
  switch (kind(node)) {
    case 'type_annotation':
    case 'parenthesized_type':
    case 'readonly_type':
    case 'optional_type':
    case 'rest_type':
      return file.type(children(node)[0] ?? -1, place)
    case 'type_identifier':
    case 'identifier':
    case 'nested_type_identifier':
      return named(node, [])
    case 'generic_type':
      return named(field(node, 'name'), all(children(field(node, 'type_arguments'))))
    case 'predefined_type':
      return file.addType(['global', text(node), []])
    case 'union_type':
      return file.addType(['union', all(children(node))])
    case 'intersection_type':
      return file.addType(['intersection', all(children(node))])
    case 'conditional_type':
      return file.addType(['union', all([field(node, 'consequence'), field(node, 'alternative')])])
    case 'array_type':
      return file.addType(['array', file.type(children(node)[0] ?? -1, place)])
    case 'tuple_type':
      return file.addType(['tuple', children(node).map((child) => file.type(elementOf(child), place))])
    case 'function_type':
      return file.addType(['signature', readSignature(file, node, place)])
    case 'constructor_type':
      return file.addType(['shape', addConstructor(node)])
    case 'object_type':
      return file.addType(['shape', readShape(file, node, { place, typeParameters: [], bases: [] })])
    case 'type_query':
      return importedType(node) ?? file.addType(['typeof', withoutUses(children(node)[0] ?? -1)])
    case 'member_expression':
    case 'call_expression':
      return importedType(node) ?? -1
    case 'lookup_type': {
      const [object = -1, key = -1] = children(node)
      const name = /^(['"])(.*)\1$/.exec(text(key))?.[2] ?? null
      return file.addType(['member', file.type(object, place), name])
    }
    case 'literal_type':
      return file.addType(['global', /^['"]/.test(text(node)) ? 'string' : 'literal', []])
    case 'this_type':
      return file.addType(['this', place.cls])
    default:
      return -1
  }

  function named(name: number, given: readonly number[]): number {
    const path = text(name).replace(/\s+/g, '').split('.')
    const type = file.addType(['unknown'])
    file.scopes.useType(place.scope, path, given, type)
    return type
  }

  /** `import('m').A.B` and `typeof import('m')`. */
  function importedType(of: number): number | undefined {
    const parts = /^(?:typeof\s+)?import\(\s*['"]([^'"]+)['"]\s*\)((?:\.\w+)*)$/.exec(text(of))
    if (parts === null) return undefined
    const [, specifier = '', path = ''] = parts
    file.imports.add(specifier)
    return file.addType(['import', specifier, path.split('.').slice(1)])
  }

  /** An expression in a type runs nothing. */
  function withoutUses(of: number): number {
    const before = file.uses.length
    const expression = file.visit(of, place)
    file.uses.length = before
    return expression
  }

  function elementOf(child: number): number {
    if (kind(child) !== 'required_parameter' && kind(child) !== 'optional_parameter') return child
    return field(child, 'type')
  }

  function addConstructor(of: number): number {
    const signature = readSignature(file, of, place)
    return (
      file.shapes.push({ typeParameters: [], bases: [], members: [], calls: [], constructs: [signature], index: -1 }) -
      1
    )
  }
}

/** Reads parameters and result of a signature, function type or function; its type parameters are in scope in both. */
export function readSignature(file: FileReader, node: number, place: Place): FlowSignature {
  const { field } = file.view
  const inner = { ...place, scope: file.scopes.open(place.scope, false) }
  const typeParameters = readTypeParameters(file, field(node, 'type_parameters'), inner)
  const parameters = readParameterTypes(file, node, inner)
  const result = readResult(file, node, inner)
  return { typeParameters, parameters, result }
}

/** `x is T` gives a boolean: only plain annotations are types of the result. */
export function readResult(file: FileReader, node: number, place: Place): number {
  const { field, kind } = file.view
  const result = field(node, 'return_type') >= 0 ? field(node, 'return_type') : field(node, 'type')
  return kind(result) === 'type_predicate_annotation' ? -1 : file.type(result, place)
}

export function readParameterTypes(file: FileReader, node: number, place: Place): FlowParameter[] {
  const { field, kind, children } = file.view
  return children(field(node, 'parameters'))
    .filter((parameter) => kind(field(parameter, 'pattern')) !== 'this')
    .map((parameter) => ({
      type: file.type(field(parameter, 'type'), place),
      isRest: kind(field(parameter, 'pattern')) === 'rest_pattern',
    }))
}

/** Declares type parameters in the place's scope. */
export function readTypeParameters(file: FileReader, node: number, place: Place): number[] {
  const { field, children, text } = file.view
  const parameters = children(node)
  const symbols = parameters.map((parameter) => file.scopes.declare(place.scope, text(field(parameter, 'name'))))
  parameters.forEach((parameter, i) => {
    const symbol = file.scopes.symbols[symbols[i] ?? -1]
    if (symbol === undefined) return
    const constraint = file.type(children(field(parameter, 'constraint'))[0] ?? -1, place)
    symbol.typeParameter = [constraint, file.type(children(field(parameter, 'value'))[0] ?? -1, place)]
  })
  return symbols
}

/** Reads the body of an interface or an object type; returns its number. */
export function readShape(
  file: FileReader,
  body: number,
  { place, typeParameters, bases }: { place: Place; typeParameters: readonly number[]; bases: readonly number[] },
): number {
  const { field, kind, children, text } = file.view
  const members: [string, number][] = []
  const calls: FlowSignature[] = []
  const constructs: FlowSignature[] = []
  let index = -1
  for (const member of children(body)) {
    const name = text(field(member, 'name')).replace(/^(['"])(.*)\1$/, '$2')
    switch (kind(member)) {
      case 'property_signature':
        members.push([name, file.type(field(member, 'type'), place)])
        break
      case 'method_signature':
        members.push([name, file.addType(['signature', readSignature(file, member, place)])])
        break
      case 'call_signature':
        calls.push(readSignature(file, member, place))
        break
      case 'construct_signature':
        constructs.push(readSignature(file, member, place))
        break
      case 'index_signature':
        index = file.type(field(member, 'type'), place)
    }
  }
  return file.shapes.push({ typeParameters, bases, members, calls, constructs, index }) - 1
}
