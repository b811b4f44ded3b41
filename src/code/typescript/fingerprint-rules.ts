import type { Grammar } from '../syntax-tree.ts'
import type { HashRules, SpecialRule, TreeHash } from '../tree-hasher.ts'
import { jsxText, numberValue, stringValue } from './literals.ts'

const same = (text: string) => text

/**
 * What of a tree of TypeScript, TSX or JavaScript counts: the rules of docs/fingerprint.md for Python, applied to this grammar. Each special
 * rule undoes one freedom that formatters use.
 */
export function createFingerprintRules(grammar: Grammar, isJsx: boolean): HashRules {
  const kind = (name: string) => grammar.kind(name)
  const optionalChain = kind('optional_chain')
  const chainToken = grammar.token('?.')
  const propertyName = kind('property_identifier')
  const string = kind('string')
  const parameters = kind('formal_parameters')
  const parameter = kind('required_parameter')
  const arrow = kind('arrow_function')
  const identifier = kind('identifier')
  const comma = grammar.token(',')
  const chains = new Set(
    ['member_expression', 'subscript_expression', 'call_expression', 'non_null_expression'].map(kind),
  )
  const bars = new Set([grammar.token('|'), grammar.token('&')])
  const plainLeaves = [
    'hash_bang_line',
    'identifier',
    'private_property_identifier',
    'property_identifier',
    'regex_flags',
    'regex_pattern',
    'shorthand_property_identifier',
    'shorthand_property_identifier_pattern',
    'statement_identifier',
    'string_fragment',
    'escape_sequence',
    'type_identifier',
    ...(isJsx ? ['html_character_reference'] : []),
  ]
  return {
    skip: ['comment', 'html_comment'],
    skipTokens: ['(', ')', '[', ']', '{', '}', ',', ';'],
    transparent: ['parenthesized_type'],
    leaves: {
      ...Object.fromEntries(plainLeaves.map((name) => [name, same])),
      number: numberValue,
      string: stringValue,
      ...(isJsx ? { jsx_text: jsxText } : {}),
    },
    sameAs: {},
    sameTokens: {},
    special: {
      parenthesized_expression: hashParentheses,
      union_type: hashAlternatives,
      intersection_type: hashAlternatives,
      arrow_function: hashArrow,
      array: hashHoles,
      array_pattern: hashHoles,
      ...Object.fromEntries(
        [
          'pair',
          'pair_pattern',
          'property_signature',
          'method_signature',
          'method_definition',
          'public_field_definition',
        ].map((name) => [name, hashKeyed(kind(name))]),
      ),
    },
  }

  /** `(a?.b).c` stops the chain where `a?.b.c` goes on; all other parentheses are in the tree's shape. */
  function hashParentheses(node: number, hash: TreeHash): void {
    const [inner = node, ...more] = hash.children(node)
    const { tree } = hash
    const isCutting = chains.has(tree.kind[tree.parent[node] ?? 0] ?? 0) && isOptional(inner, hash)
    if (more.length === 0 && !isCutting) {
      hash.copy(node, inner)
      return
    }
    hash.begin(tree.kind[node] ?? 0)
    hash.addChildren(node)
    hash.end(node)
  }

  function isOptional(node: number, hash: TreeHash): boolean {
    const { tree } = hash
    for (let inner = node; chains.has(tree.kind[inner] ?? 0); inner++)
      if (hash.hasChild(inner, optionalChain) || hash.hasChild(inner, chainToken)) return true
    return false
  }

  /** A leading `|` is layout. */
  function hashAlternatives(node: number, hash: TreeHash): void {
    const members = hash.children(node).filter((child) => !bars.has(hash.tree.kind[child] ?? 0))
    if (members.length === 1) {
      hash.copy(node, members[0] ?? node)
      return
    }
    hash.begin(hash.tree.kind[node] ?? 0)
    for (const member of members) hash.add(member)
    hash.end(node)
  }

  /** `x => y` is `(x) => y`. */
  function hashArrow(node: number, hash: TreeHash): void {
    const { kind: kinds } = hash.tree
    const token = grammar.token('=>')
    const children = hash.children(node)
    const bare = children.findIndex((child, i) => kinds[child] === identifier && kinds[children[i + 1] ?? 0] === token)
    let list = hash.hashOf(node)
    if (bare >= 0) {
      hash.begin(parameter)
      hash.add(children[bare] ?? node)
      const one = hash.close()
      hash.begin(parameters)
      hash.addValue(one)
      list = hash.close()
    }
    hash.begin(arrow)
    children.forEach((child, i) => {
      if (i === bare) hash.addValue(list)
      else hash.add(child)
    })
    hash.end(node)
  }

  /** `{ "a": 1 }` is `{ a: 1 }`. */
  function hashKeyed(own: number): SpecialRule {
    return (node, hash) => {
      const key = hash.children(node).find((child) => hash.tree.kind[child] === string && isKey(node, child, hash))
      let value = hash.hashOf(node)
      if (key !== undefined) {
        hash.begin(propertyName)
        hash.addText(stringValue(hash.tree.source.slice(hash.tree.start[key], hash.tree.end[key])))
        value = hash.close()
      }
      hash.begin(own)
      for (const child of hash.children(node)) {
        if (child === key) hash.addValue(value)
        else hash.add(child)
      }
      hash.end(node)
    }
  }

  function isKey(node: number, child: number, hash: TreeHash): boolean {
    const field = hash.tree.field[child]
    return hash.tree.parent[child] === node && (field === grammar.field('key') || field === grammar.field('name'))
  }

  /** `[, a]` and `[a]` differ by a comma, `[a,]` and `[a]` do not. */
  function hashHoles(node: number, hash: TreeHash): void {
    const { after, kind: kinds } = hash.tree
    const last = after[node] ?? 0
    let isFilled = false
    hash.begin(kinds[node] ?? 0)
    for (let child = node + 1; child < last; child = after[child] ?? last) {
      if (kinds[child] === comma) {
        if (!isFilled) hash.addTag(comma)
        isFilled = false
      } else if (hash.counts(child)) {
        hash.add(child)
        isFilled = true
      }
    }
    hash.end(node)
  }
}
