import type { FileReader, Place } from './file-reader.ts'
import { none } from './file-reader.ts'

/** Reads `import …`, of every form. */
export function readImport(file: FileReader, node: number, place: Place): void {
  const { kind, field, children, text } = file.view
  for (const clause of children(node)) {
    if (kind(clause) === 'import_require_clause')
      bind(children(clause)[0] ?? -1, specifier(field(clause, 'source')), '=')
    if (kind(clause) !== 'import_clause') continue
    const source = specifier(field(node, 'source'))
    for (const part of children(clause)) {
      if (kind(part) === 'identifier') bind(part, source, 'default')
      if (kind(part) === 'namespace_import') bind(children(part)[0] ?? -1, source, '*')
      if (kind(part) !== 'named_imports') continue
      for (const each of children(part)) {
        const name = field(each, 'name')
        const alias = field(each, 'alias')
        bind(alias < 0 ? name : alias, source, unquoted(text(name)))
      }
    }
  }
  if (field(node, 'source') >= 0) specifier(field(node, 'source'))

  function bind(local: number, source: string, name: string): void {
    const symbol = file.scopes.symbols[file.scopes.declare(place.scope, text(local))]
    if (symbol !== undefined) symbol.from = [source, name]
  }

  function specifier(source: number): string {
    const name = unquoted(text(source))
    file.imports.add(name)
    return name
  }
}

/** Reads `export …`, of every form. */
export function readExport(file: FileReader, node: number, place: Place): void {
  const { kind, field, children, text, hasToken } = file.view
  const source = field(node, 'source') < 0 ? null : unquoted(text(field(node, 'source')))
  if (source !== null) file.imports.add(source)
  const declaration = field(node, 'declaration')
  const value = field(node, 'value')
  for (const child of children(node)) {
    if (kind(child) === 'decorator') file.visit(child, place)
    if (kind(child) === 'export_clause') for (const each of children(child)) readSpecifier(each)
    if (kind(child) === 'namespace_export') exportFrom(text(children(child)[0] ?? -1), source ?? '', '*')
    if (kind(child) === 'internal_module' || kind(child) === 'import_alias') exportNames(child)
  }
  if (source !== null && hasToken(node, '*')) file.stars.push(source)
  if (declaration >= 0) {
    if (hasToken(node, 'default')) exportDefault(file.visit(declaration, place), declaration)
    else exportNames(declaration)
  } else if (value >= 0) exportDefault(file.visit(value, place, none), value)
  else if (hasToken(node, '=')) file.assigned.push(file.visit(children(node)[0] ?? -1, place))

  /** `export { a as b }`, with or without `from`. */
  function readSpecifier(each: number): void {
    const name = unquoted(text(field(each, 'name')))
    const as = field(each, 'alias') < 0 ? name : unquoted(text(field(each, 'alias')))
    if (source !== null) exportFrom(as, source, name)
    else file.scopes.later(place.scope, name, (symbol) => symbol >= 0 && put(as, symbol))
  }

  function exportFrom(as: string, specifier: string, name: string): void {
    // A scope of its own: the name is not known in the module.
    const symbol = file.scopes.declare(file.scopes.open(null, true), as)
    const made = file.scopes.symbols[symbol]
    if (made !== undefined) made.from = [specifier, name]
    put(as, symbol)
  }

  function exportDefault(expression: number, of: number): void {
    const name = text(field(of, 'name'))
    if (name !== '') {
      file.scopes.later(place.scope, name, (symbol) => symbol >= 0 && put('default', symbol))
      return
    }
    const symbol = file.scopes.declare(file.scopes.open(null, true), 'default')
    if (expression >= 0) file.scopes.symbols[symbol]?.values.push(expression)
    put('default', symbol)
  }

  function exportNames(of: number): void {
    file.visit(of, place)
    for (const name of declaredNames(of))
      file.scopes.later(place.scope, name, (symbol) => symbol >= 0 && put(name, symbol))
  }

  function put(name: string, symbol: number): void {
    if (place.namespace === null) file.exports.push([name, symbol])
    else file.scopes.symbols[place.namespace]?.members.push([name, symbol])
  }

  function declaredNames(of: number): string[] {
    const name = field(of, 'name')
    if (name >= 0) return [text(name).split('.')[0] ?? '']
    if (kind(of) === 'import_alias') return [text(children(of)[0] ?? -1)]
    return children(of).flatMap((declarator) => patternNames(field(declarator, 'name')))
  }

  function patternNames(pattern: number): string[] {
    if (kind(pattern) === 'identifier' || kind(pattern) === 'shorthand_property_identifier_pattern')
      return [text(pattern)]
    if (kind(pattern) === 'pair_pattern') return patternNames(field(pattern, 'value'))
    if (kind(pattern) === 'assignment_pattern' || kind(pattern) === 'object_assignment_pattern')
      return patternNames(field(pattern, 'left'))
    return children(pattern).flatMap(patternNames)
  }
}

export function unquoted(text: string): string {
  return text.replace(/^(['"`])([\s\S]*)\1$/, '$2')
}
