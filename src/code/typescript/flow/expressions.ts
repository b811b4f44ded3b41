import { readClass } from './classes.ts'
import type { FileReader, Place } from './file-reader.ts'
import { none } from './file-reader.ts'
import type { FunctionContext } from './flow-facts.ts'
import { readFunction, resultsOf } from './functions.ts'
import { unquoted } from './modules.ts'

/** Reads an expression; -1 where nothing is known of its value. Its calls are noted all the same. */
export function readExpression(file: FileReader, node: number, place: Place, context: FunctionContext): number {
  const { view } = file
  const { kind, field, children, text, hasToken } = view
  switch (kind(node)) {
    case 'identifier':
    case 'shorthand_property_identifier':
    case 'type_identifier':
      return use(text(node))
    case 'this':
      return file.add(['this', place.cls, place.isStatic ? 1 : 0])
    case 'super':
      return file.add(['super', place.cls, place.isStatic ? 1 : 0])
    case 'member_expression':
    case 'nested_identifier':
      return file.member(node, place, 'read')
    case 'subscript_expression':
      return readSubscript()
    case 'call_expression':
      return readCall()
    case 'new_expression':
      return readNew()
    case 'arrow_function':
    case 'function_expression':
    case 'generator_function':
      return file.add(['function', readFunction(file, node, place, { context })])
    case 'class':
      return file.add(['class', readClass(file, node, place)])
    case 'object':
      return readObject()
    case 'array':
      return file.add(['array', children(node).map((element) => visit(element))])
    case 'spread_element':
      return file.add(['element', visit(first())])
    case 'await_expression':
      return file.add(['await', visit(first())])
    case 'yield_expression': {
      const value = visit(first())
      if (hasToken(node, '*')) resultsOf(file, place.fn)?.yields.push(file.add(['element', value]))
      else resultsOf(file, place.fn)?.yields.push(value)
      return -1
    }
    case 'parenthesized_expression':
      return visit(first(), context)
    case 'non_null_expression':
    case 'instantiation_expression':
      return visit(first())
    case 'as_expression':
    case 'satisfies_expression':
      return readCast(first(), children(node)[1] ?? -1)
    case 'type_assertion':
      return readCast(children(node)[1] ?? -1, children(first())[0] ?? -1)
    case 'ternary_expression': {
      const [condition = -1] = children(node)
      visit(condition)
      return file.add([
        'either',
        [visit(field(node, 'consequence'), context), visit(field(node, 'alternative'), context)],
      ])
    }
    case 'binary_expression':
      return readBinary()
    case 'sequence_expression':
      return children(node).reduce((_, child) => visit(child), -1)
    case 'assignment_expression':
    case 'augmented_assignment_expression':
      return readAssignment()
    case 'string':
    case 'template_string':
      visitChildren()
      return file.add(['builtin', 'string'])
    case 'number':
      return file.add(['builtin', 'number'])
    case 'regex':
      return file.add(['builtin', 'RegExp'])
    case 'decorator':
      readDecorator()
      return -1
    case 'jsx_opening_element':
    case 'jsx_self_closing_element':
      readElement()
      return -1
    default:
      visitChildren()
      return -1
  }

  function visit(child: number, within: FunctionContext = none): number {
    return file.visit(child, place, within)
  }

  function visitChildren(): void {
    for (const child of children(node)) visit(child)
  }

  function first(): number {
    return children(node)[0] ?? -1
  }

  function use(name: string): number {
    if (name === 'undefined') return -1
    const expression = file.add(['unknown'])
    file.scopes.useValue(place.scope, name, expression)
    return expression
  }

  function note(what: 'call' | 'new', target: number, at: number, call = -1): void {
    if (target >= 0) file.uses.push({ kind: what, target, caller: place.caller, line: file.lineOf(at), call })
  }

  function readSubscript(): number {
    const object = visit(field(node, 'object'))
    const index = field(node, 'index')
    visit(index)
    if (kind(index) === 'string') return file.add(['member', object, unquoted(text(index))])
    return file.add(['item', object, kind(index) === 'number' ? Number(text(index)) : -1])
  }

  function callee(of: number): number {
    let inner = of
    while (kind(inner) === 'parenthesized_expression' || kind(inner) === 'non_null_expression')
      inner = children(inner)[0] ?? -1
    return kind(inner) === 'member_expression' ? file.member(inner, place, 'callee') : visit(inner)
  }

  function readCall(): number {
    const called = field(node, 'function')
    const given = field(node, 'arguments')
    const [only = -1] = children(given)
    const isImport = kind(called) === 'import'
    if ((isImport || text(called) === 'require') && kind(only) === 'string') {
      file.imports.add(unquoted(text(only)))
      return file.add(['module', unquoted(text(only))])
    }
    const target = callee(called)
    const expression = file.add(['unknown'])
    const types = children(field(node, 'type_arguments')).map((type) => file.type(type, place))
    const list = kind(given) === 'arguments' ? children(given) : [given]
    file.expressions[expression] = [
      'call',
      target,
      list.map((each, i) => visit(each, ['argument', expression, i])),
      types,
    ]
    const name = kind(called) === 'member_expression' ? field(called, 'property') : called
    note('call', target, name, expression)
    return expression
  }

  function readNew(): number {
    const target = callee(field(node, 'constructor'))
    const expression = file.add(['unknown'])
    const types = children(field(node, 'type_arguments')).map((type) => file.type(type, place))
    const given = children(field(node, 'arguments')).map((each, i) => visit(each, ['argument', expression, i]))
    file.expressions[expression] = ['new', target, given, types]
    note('new', target, node, expression)
    return expression
  }

  function readObject(): number {
    const members: [string, number][] = []
    const spread: number[] = []
    for (const child of children(node)) {
      const within = (name: string): FunctionContext => (context[0] === 'none' ? none : ['member', context, name])
      if (kind(child) === 'pair') {
        const name = unquoted(text(field(child, 'key')))
        if (kind(field(child, 'key')) === 'computed_property_name') visit(field(child, 'key'))
        members.push([name, visit(field(child, 'value'), within(name))])
      } else if (kind(child) === 'method_definition') {
        const name = unquoted(text(field(child, 'name')))
        const options = { context: within(name) }
        members.push([name, file.add(['function', readFunction(file, child, { ...place, cls: -1 }, options)])])
      } else if (kind(child) === 'spread_element') spread.push(visit(children(child)[0] ?? -1))
      else members.push([text(child), visit(child)])
    }
    const expression = file.add(['object', members, spread])
    if (context[0] !== 'none') file.objects.push([expression, context])
    return expression
  }

  function readCast(value: number, type: number): number {
    const form = file.type(type, place)
    const expression = visit(value, form < 0 ? context : ['typed', form])
    // `as const` says nothing of the type.
    return form < 0 ? expression : file.add(['cast', expression, form])
  }

  function readBinary(): number {
    const operator = text(field(node, 'operator'))
    const left = visit(field(node, 'left'))
    const right = visit(field(node, 'right'), context)
    if (operator === '||' || operator === '??') return file.add(['either', [left, right]])
    return operator === '&&' ? right : -1
  }

  function readAssignment(): number {
    const left = field(node, 'left')
    const right = field(node, 'right')
    const isMember = kind(left) === 'member_expression'
    const target = isMember ? file.member(left, place, 'write') : kind(left) === 'identifier' ? -1 : visit(left)
    const value = visit(right, target < 0 ? none : ['assigned', target])
    if (kind(left) === 'identifier') {
      file.scopes.later(place.scope, text(left), (symbol) => {
        if (symbol >= 0 && value >= 0) file.scopes.symbols[symbol]?.values.push(value)
      })
    }
    const path = isMember ? text(left) : ''
    if (path === 'module.exports' && value >= 0) file.assigned.push(value)
    const exported = /^(?:module\.)?exports\.([\w$]+)$/.exec(path)?.[1]
    if (exported !== undefined && value >= 0) {
      const symbol = file.scopes.declare(file.scopes.open(null, true), exported)
      file.scopes.symbols[symbol]?.values.push(value)
      file.exports.push([exported, symbol])
    }
    if (isMember && exported === undefined && value >= 0 && target >= 0) file.attributes.push([target, value])
    return value
  }

  function readDecorator(): void {
    const target = first()
    if (kind(target) === 'call_expression') visit(target)
    else note('call', visit(target), target)
  }

  function readElement(): void {
    const name = field(node, 'name')
    // Lower-case names are elements of the page.
    if (!/^[a-z][\w-]*$/.test(text(name))) note('call', callee(name), name)
    for (const child of children(node)) if (child !== name) visit(child)
  }
}

/** Reads `a.b`; reading and writing may run an accessor. */
export function readMember(file: FileReader, node: number, place: Place, what: 'read' | 'write' | 'callee'): number {
  const { field, text } = file.view
  const object = file.visit(field(node, 'object'), place)
  const property = field(node, 'property')
  const target = file.add(['member', object, text(property)])
  if (what !== 'callee' && object >= 0)
    file.uses.push({ kind: what, target, caller: place.caller, line: file.lineOf(property), call: -1 })
  return target
}
