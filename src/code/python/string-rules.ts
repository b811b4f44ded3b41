import type { Grammar, SyntaxTree } from '../syntax-tree.ts'
import type { HashValue, SpecialRule, TreeHash } from '../tree-hasher.ts'
import { docstringValue, type StringForm, stringForm, stringValue } from './literals.ts'

const tag = { text: 60_101, bytes: 60_102, joined: 60_103, piece: 60_104, docstring: 60_105 } as const

/** Hashes strings by value: prefix, quotes, escapes and implicit concatenation do not show (except bytes, f- and t-strings). */
export function createStringRules(grammar: Grammar) {
  const string = grammar.kind('string')
  const concatenated = grammar.kind('concatenated_string')
  const interpolation = grammar.kind('interpolation')
  const formatExpression = grammar.kind('format_expression')
  const formatSpecifier = grammar.kind('format_specifier')
  const typeConversion = grammar.kind('type_conversion')
  const stringStart = grammar.kind('string_start')
  const equals = grammar.token('=')

  /** Forms by opening, `rb"`: there are few. */
  const forms = new Map<string, StringForm>()
  const rules: Readonly<Record<string, SpecialRule>> = {
    string: (node, hash) => hash.set(node, valueOfParts([node], hash)),
    concatenated_string: (node, hash) => hash.set(node, valueOfParts(stringsIn(node, hash.tree), hash)),
    interpolation: hashField,
    format_expression: hashField,
    // Hashed with the field, where it is known whether the string is raw.
    format_specifier: () => {},
  }
  return { rules, docstring }

  function stringsIn(node: number, { after, kind }: SyntaxTree): number[] {
    const found: number[] = []
    const last = after[node] ?? 0
    for (let child = node + 1; child < last; child = after[child] ?? last) if (kind[child] === string) found.push(child)
    return found
  }

  function valueOfParts(parts: readonly number[], hash: TreeHash): HashValue {
    const { tree } = hash
    if (parts.some((part) => formOf(part, tree).formatted)) {
      const pieces = createPieces(hash)
      hash.begin(tag.joined)
      for (const part of parts) {
        addPieces(part, contentStart(part, tree), contentEnd(part, tree), formOf(part, tree), pieces, hash)
      }
      pieces.flush()
      return hash.close()
    }
    const [first = 0] = parts
    hash.begin(formOf(first, tree).bytes ? tag.bytes : tag.text)
    hash.addText(parts.length === 1 ? plainText(first, tree) : parts.map((part) => plainText(part, tree)).join(''))
    return hash.close()
  }

  /** Feeds literal text and fields between two offsets, directly below `node`. */
  function addPieces(node: number, from: number, to: number, form: StringForm, pieces: Pieces, hash: TreeHash): void {
    const { after, kind, start, end, source } = hash.tree
    const last = after[node] ?? 0
    let position = from
    for (let child = node + 1; child < last; child = after[child] ?? last) {
      if (kind[child] !== interpolation && kind[child] !== formatExpression) continue
      pieces.text(stringValue(source.slice(position, start[child]), form))
      pieces.text(debugText(child, hash.tree))
      pieces.field(child)
      position = end[child] ?? position
    }
    pieces.text(stringValue(source.slice(position, to), form))
  }

  /** `{x = }` shows its own text, blanks included, before the value. */
  function debugText(field: number, { after, kind, start, end, source }: SyntaxTree): string {
    const last = after[field] ?? 0
    for (let child = field + 1; child < last; child = after[child] ?? last) {
      if (kind[child] !== equals) continue
      const next = after[child] ?? last
      return source.slice(end[field + 1], next < last ? start[next] : end[child])
    }
    return ''
  }

  function hashField(node: number, hash: TreeHash): void {
    const { after, kind, end, source } = hash.tree
    const last = after[node] ?? 0
    let conversion = ''
    let isDebug = false
    let format: HashValue | undefined
    const parts: number[] = []
    for (let child = node + 1; child < last; child = after[child] ?? last) {
      if (kind[child] === typeConversion)
        conversion = source.slice(hash.tree.start[child], end[child]).replace('!', '').trim()
      else if (kind[child] === formatSpecifier) format = formatOf(child, hash)
      else if (kind[child] === equals) isDebug = true
      else if (hash.counts(child)) parts.push(child)
    }
    if (isDebug && conversion === '' && format === undefined) conversion = 'r'
    hash.begin(interpolation)
    for (const part of parts) hash.add(part)
    hash.addText(conversion)
    if (format !== undefined) hash.addValue(format)
    hash.end(node)
  }

  function formatOf(node: number, hash: TreeHash): HashValue {
    const { start, end } = hash.tree
    const pieces = createPieces(hash)
    hash.begin(tag.joined)
    addPieces(node, (start[node] ?? 0) + 1, end[node] ?? 0, enclosingForm(node, hash.tree), pieces, hash)
    pieces.flush()
    return hash.close()
  }

  function enclosingForm(node: number, tree: SyntaxTree): StringForm {
    let above = node
    while (above > 0 && tree.kind[above] !== string) above = tree.parent[above] ?? 0
    return { ...formOf(above, tree), formatted: false }
  }

  /** The re-indented docstring, or undefined when the node is no plain text. */
  function docstring(node: number, hash: TreeHash): HashValue | undefined {
    const { tree } = hash
    const parts = tree.kind[node] === string ? [node] : tree.kind[node] === concatenated ? stringsIn(node, tree) : []
    const isText = (part: number) => !formOf(part, tree).formatted && !formOf(part, tree).bytes
    if (parts.length === 0 || !parts.every(isText)) return undefined
    hash.begin(tag.docstring)
    hash.addText(docstringValue(parts.map((part) => plainText(part, tree)).join('')))
    return hash.close()
  }

  function plainText(node: number, tree: SyntaxTree): string {
    return stringValue(tree.source.slice(contentStart(node, tree), contentEnd(node, tree)), formOf(node, tree))
  }

  function formOf(node: number, { kind, start, end, source }: SyntaxTree): StringForm {
    if (kind[node + 1] !== stringStart) return noForm
    const opening = source.slice(start[node + 1], end[node + 1])
    const form = forms.get(opening) ?? stringForm(opening)
    forms.set(opening, form)
    return form
  }

  function contentStart(node: number, { kind, start, end }: SyntaxTree): number {
    return (kind[node + 1] === stringStart ? end[node + 1] : start[node]) ?? 0
  }

  /** The grammar takes the escapes of `r"\""` for a part of the closing quotes: count these from the end. */
  function contentEnd(node: number, { kind, start, end, source }: SyntaxTree): number {
    const last = end[node] ?? 0
    if (kind[node + 1] !== stringStart) return last
    const opening = source.slice(start[node + 1], end[node + 1])
    const quotes = opening.length - opening.search(/["'`]/)
    return Math.max(last - quotes, end[node + 1] ?? 0)
  }
}

const noForm: StringForm = { raw: false, bytes: false, formatted: false }

interface Pieces {
  text(value: string): void
  field(node: number): void
  flush(): void
}

/** Joins neighbouring literal texts, as `ast` does. */
function createPieces(hash: TreeHash): Pieces {
  let pending = ''
  return { text, field, flush }

  function text(value: string): void {
    pending += value
  }
  function field(node: number): void {
    flush()
    hash.add(node)
  }
  function flush(): void {
    if (pending === '') return
    hash.addTag(tag.piece)
    hash.addText(pending)
    pending = ''
  }
}
