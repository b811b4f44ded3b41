import { readClass } from './classes.ts'
import type { FileReader, Place } from './file-reader.ts'
import { none } from './file-reader.ts'
import { readFunction, resultsOf } from './functions.ts'
import { readExport, readImport } from './modules.ts'
import { bindPattern } from './patterns.ts'
import { readShape, readTypeParameters } from './types.ts'

/** Reads a declaration or another statement that has names of its own; undefined for everything else. */
export function readStatement(file: FileReader, node: number, place: Place): number | undefined {
  const { view, scopes } = file
  const { kind, field, children, text, hasToken } = view
  switch (kind(node)) {
    case 'import_statement':
      readImport(file, node, place)
      return -1
    case 'export_statement':
      readExport(file, node, place)
      return -1
    case 'lexical_declaration':
    case 'variable_declaration':
      for (const declarator of children(node)) readDeclarator(declarator, kind(node) === 'variable_declaration')
      return -1
    case 'function_declaration':
    case 'generator_function_declaration':
      return declareFunction()
    case 'function_signature':
      return declareSignature()
    case 'class_declaration':
    case 'abstract_class_declaration': {
      const expression = file.add(['class', readClass(file, node, place)])
      if (field(node, 'name') >= 0) symbolOf(field(node, 'name')).values.push(expression)
      return expression
    }
    case 'interface_declaration':
      declareInterface()
      return -1
    case 'type_alias_declaration':
      declareAlias()
      return -1
    case 'enum_declaration':
      symbolOf(field(node, 'name')).values.push(file.add(['builtin', 'enum']))
      visitChildren(place)
      return -1
    case 'internal_module':
    case 'module':
      readNamespace()
      return -1
    case 'import_alias': {
      const [local = -1, target = -1] = children(node)
      symbolOf(local).values.push(file.visit(target, place))
      return -1
    }
    case 'statement_block':
    case 'for_statement':
      visitChildren({ ...place, scope: scopes.open(place.scope, false) })
      return -1
    case 'for_in_statement':
      readLoop()
      return -1
    case 'catch_clause': {
      const scope = scopes.open(place.scope, false)
      bindPattern(file, field(node, 'parameter'), -1, scope, { ...place, scope })
      file.visit(field(node, 'body'), { ...place, scope })
      return -1
    }
    case 'return_statement': {
      const value = file.visit(children(node)[0] ?? -1, place, ['returned', place.fn])
      if (value >= 0) resultsOf(file, place.fn)?.returns.push(value)
      return -1
    }
    default:
      return undefined
  }

  function visitChildren(within: Place): void {
    for (const child of children(node)) file.visit(child, within)
  }

  function symbolOf(name: number) {
    const symbol = scopes.symbols[scopes.declare(place.scope, text(name))]
    if (symbol === undefined) throw new Error('a declaration without a name')
    return symbol
  }

  function readDeclarator(declarator: number, isVar: boolean): void {
    const name = field(declarator, 'name')
    const type = file.type(field(declarator, 'type'), place)
    const scope = isVar ? scopes.functionScope(place.scope) : place.scope
    const value = file.visit(field(declarator, 'value'), place, type < 0 ? none : ['typed', type])
    if (kind(name) === 'identifier') {
      const symbol = scopes.symbols[scopes.declare(scope, text(name))]
      if (symbol !== undefined && type >= 0) symbol.type = type
      if (value >= 0) symbol?.values.push(value)
    } else bindPattern(file, name, type < 0 ? value : file.add(['cast', value, type]), scope, place)
  }

  function declareFunction(): number {
    const name = field(node, 'name')
    const overloads = name < 0 ? [] : overloadsBefore(text(name))
    const expression = file.add(['function', readFunction(file, node, place, { context: none, overloads })])
    if (name >= 0) {
      const symbol = symbolOf(name)
      // An implementation stands for its overloads.
      symbol.type = -1
      symbol.values.push(expression)
    }
    return expression
  }

  function declareSignature(): number {
    const symbol = symbolOf(field(node, 'name'))
    const shape = {
      typeParameters: [],
      bases: [],
      members: [],
      calls: [file.signature(node, place)],
      constructs: [],
      index: -1,
    }
    if (symbol.values.length === 0) symbol.type = file.addType(['shape', file.shapes.push(shape) - 1])
    return -1
  }

  function overloadsBefore(name: string): number[] {
    const { tree } = view
    const above = tree.parent[node] ?? 0
    const isExported = kind(above) === 'export_statement'
    const siblings = file.childrenOf(isExported ? (tree.parent[above] ?? 0) : above)
    const signatures: number[] = []
    for (let i = siblings.indexOf(isExported ? above : node) - 1; i >= 0; i--) {
      const sibling = siblings[i] ?? -1
      const signature = kind(sibling) === 'export_statement' ? field(sibling, 'declaration') : sibling
      if (kind(signature) !== 'function_signature' || text(field(signature, 'name')) !== name) break
      signatures.unshift(signature)
    }
    return signatures
  }

  function declareInterface(): void {
    const symbol = symbolOf(field(node, 'name'))
    const inner = { ...place, scope: scopes.open(place.scope, false) }
    const typeParameters = readTypeParameters(file, field(node, 'type_parameters'), inner)
    const clause = children(node).find((child) => kind(child) === 'extends_type_clause') ?? -1
    const bases = children(clause).map((type) => file.type(type, inner))
    symbol.shapes.push(readShape(file, field(node, 'body'), { place: inner, typeParameters, bases }))
  }

  function declareAlias(): void {
    const symbol = symbolOf(field(node, 'name'))
    const inner = { ...place, scope: scopes.open(place.scope, false) }
    const parameters = readTypeParameters(file, field(node, 'type_parameters'), inner)
    symbol.alias = { parameters, type: file.type(field(node, 'value'), inner) }
  }

  function readNamespace(): void {
    const name = field(node, 'name')
    const inner = { ...place, scope: scopes.open(place.scope, true) }
    if (kind(name) === 'string' || text(name) === 'global') {
      // Declares another module, or adds to the global scope: nothing that this file exports.
      file.visit(field(node, 'body'), { ...inner, namespace: scopes.declare(inner.scope, '<ambient>') })
      return
    }
    const path = text(name).replace(/\s+/g, '').split('.')
    let symbol = -1
    for (const part of path) {
      const outer = symbol
      symbol = symbol < 0 ? scopes.declare(place.scope, part) : scopes.declare(scopes.open(null, true), part)
      if (outer >= 0) scopes.symbols[outer]?.members.push([part, symbol])
    }
    for (const child of children(field(node, 'body'))) file.visit(child, { ...inner, namespace: symbol })
  }

  function readLoop(): void {
    const inner = { ...place, scope: scopes.open(place.scope, false) }
    const right = file.visit(field(node, 'right'), place)
    const isOf = text(field(node, 'operator')) === 'of'
    const element = isOf ? file.add(['element', hasToken(node, 'await') ? file.add(['await', right]) : right]) : -1
    const scope = text(field(node, 'kind')) === 'var' ? scopes.functionScope(place.scope) : inner.scope
    bindPattern(file, field(node, 'left'), element, scope, inner)
    file.visit(field(node, 'body'), inner)
  }
}
