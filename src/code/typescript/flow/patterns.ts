import type { FileReader, Place } from './file-reader.ts'
import type { FlowSymbol } from './flow-facts.ts'
import type { Scope } from './scope.ts'

/**
 * Declares the names of a pattern (`{ a, b: [c = 1] }`) in a scope, each with the part of `value` that it gets. A name alone is
 * the simplest pattern. Returns the symbols by name.
 */
export function bindPattern(file: FileReader, node: number, value: number, scope: Scope, place: Place): number[] {
  const { kind, field, children, text } = file.view
  switch (kind(node)) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern': {
      const symbol = file.scopes.declare(scope, text(node))
      if (value >= 0) file.scopes.symbols[symbol]?.values.push(value)
      return [symbol]
    }
    case 'assignment_pattern':
    case 'object_assignment_pattern': {
      const fallback = file.visit(field(node, 'right'), place)
      return bindPattern(file, field(node, 'left'), either(value, fallback), scope, place)
    }
    case 'object_pattern':
      return children(node).flatMap((child) => {
        if (kind(child) === 'pair_pattern') {
          const key = text(field(child, 'key')).replace(/^(['"])(.*)\1$/, '$2')
          return bindPattern(file, field(child, 'value'), memberOf(value, key), scope, place)
        }
        if (kind(child) === 'rest_pattern') return bindPattern(file, children(child)[0] ?? -1, value, scope, place)
        const name = kind(child) === 'object_assignment_pattern' ? field(child, 'left') : child
        return bindPattern(file, child, memberOf(value, text(name)), scope, place)
      })
    case 'array_pattern':
      return elementsOf(node).flatMap(([position, child]) => {
        if (kind(child) === 'rest_pattern') return bindPattern(file, children(child)[0] ?? -1, -1, scope, place)
        return bindPattern(file, child, itemOf(value, position), scope, place)
      })
    case 'rest_pattern':
      return bindPattern(file, children(node)[0] ?? -1, value, scope, place)
    default:
      file.visit(node, place)
      return []
  }

  function memberOf(object: number, name: string): number {
    return object < 0 ? -1 : file.add(['member', object, name])
  }

  function itemOf(object: number, position: number): number {
    return object < 0 ? -1 : file.add(['item', object, position])
  }

  function either(some: number, other: number): number {
    return some < 0 ? other : other < 0 ? some : file.add(['either', [some, other]])
  }

  /** Elements with their positions, holes counted. */
  function elementsOf(array: number): [position: number, child: number][] {
    const { tree } = file.view
    const found: [number, number][] = []
    let position = 0
    for (let child = array + 1; child < (tree.after[array] ?? 0); child = tree.after[child] ?? tree.count) {
      if (text(child) === ',') position++
      else if (children(array).includes(child)) found.push([position, child])
    }
    return found
  }
}

/** Gives a parameter its type, default and the function whose caller types it. */
export function bindParameters(file: FileReader, node: number, fn: number, place: Place): void {
  const { kind, field, children } = file.view
  const single = field(node, 'parameter')
  if (single >= 0) {
    const [symbol = -1] = bindPattern(file, single, -1, place.scope, place)
    own(symbol).parameter = [fn, 0]
    return
  }
  let position = 0
  for (const parameter of children(field(node, 'parameters'))) {
    const pattern = field(parameter, 'pattern')
    if (kind(pattern) === 'this') continue
    const type = file.type(field(parameter, 'type'), place)
    const fallback = file.visit(field(parameter, 'value'), place)
    if (kind(pattern) === 'identifier' || kind(pattern) === 'rest_pattern') {
      const [symbol = -1] = bindPattern(file, pattern, fallback, place.scope, place)
      if (kind(pattern) === 'identifier' || type >= 0) own(symbol).type = type
      if (kind(pattern) === 'identifier') own(symbol).parameter = [fn, position]
    } else {
      // What a pattern takes apart has no name; it gets one that no source can spell.
      const whole = file.scopes.declare(place.scope, `<parameter ${position}>`)
      const symbol = own(whole)
      symbol.type = type
      symbol.parameter = [fn, position]
      if (fallback >= 0) symbol.values.push(fallback)
      bindPattern(file, pattern, file.add(['symbol', whole]), place.scope, place)
    }
    position++
  }

  function own(symbol: number): FlowSymbol {
    const found = file.scopes.symbols[symbol]
    if (found === undefined) throw new Error('a parameter without a name')
    return found
  }
}
