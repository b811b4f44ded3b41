import type { FoundDefinition } from './definitions.ts'
import type { NamedTree } from './node-kinds.ts'

const tight = {
  before: new Set([',', ';', ')', ']', '.', '?.', '?', '!', ':', '<', '>', '(', '[']),
  after: new Set(['(', '[', '.', '?.', '!', '<', '...', '@', '-', '~']),
}
const spaced = new Set(['=', '=>', '|', '&', '{', '}', '+', '*', '??', '||', '&&'])

/**
 * The header of a definition on one line, without its body: `export` and decorators do not show, nor do comments, line breaks
 * and trailing commas, so that two signatures are equal unless a name, a type or a default differs.
 */
export function readSignature(view: NamedTree, { node, parts }: FoundDefinition): string {
  const { tree } = view
  const declaration = parts.at(-1) ?? node
  const body = view.field(node, 'body')
  const last = body < 0 ? (tree.after[declaration] ?? 0) : body
  let line = ''
  let before = ''
  for (let token = declaration; token < last; token++) {
    if (
      view.kind(token) === 'decorator' ||
      view.kind(token) === 'comment' ||
      view.kind(token) === 'string' ||
      view.kind(token) === 'template_string'
    ) {
      if (view.kind(token) !== 'decorator' && view.kind(token) !== 'comment') add(view.text(token))
      token = (tree.after[token] ?? token + 1) - 1
    } else if (tree.after[token] === token + 1) add(view.text(token))
  }
  return line.replace(/\s*=>$/, '')

  function add(text: string): void {
    if (text === '' || (text === ';' && line === '')) return
    if (before === ',' && /^[)\]}>]$/.test(text)) {
      line = line.slice(0, -1)
      before = ''
    }
    if (line !== '' && needsBlank(before, text)) line += ' '
    line += /^'[^'"\\\n]*'$/.test(text) ? `"${text.slice(1, -1)}"` : text
    before = text
  }
}

function needsBlank(left: string, right: string): boolean {
  if (tight.after.has(left) || (left === '{' && right === '}')) return false
  if (left === ',' || left === ':' || left === ';') return true
  if (right === '(' && (spaced.has(left) || left === 'async')) return true
  if (tight.before.has(right) || left === '*') return false
  return true
}
