import type { Grammar } from '../syntax-tree.ts'
import type { HashRules } from '../tree-hasher.ts'
import { normalizeName } from './definitions.ts'
import { createExpressionRules } from './expression-rules.ts'
import { numberValue } from './literals.ts'
import { createStatementRules } from './statement-rules.ts'
import { createStringRules } from './string-rules.ts'

/**
 * Rules under which two trees of the tree-sitter grammar hash alike just when CPython's `ast.dump` of them is alike, up to
 * the exceptions listed in docs/fingerprint.md. Each special rule undoes one difference between the grammar and `ast`.
 */
export function createFingerprintRules(grammar: Grammar): HashRules {
  const strings = createStringRules(grammar)
  return {
    skip: ['comment', 'line_continuation'],
    skipTokens: ['(', ')', '[', ']', '{', '}', ',', ':', ';'],
    transparent: ['parenthesized_expression', 'type', 'case_pattern'],
    leaves: {
      identifier: normalizeName,
      integer: numberValue,
      float: numberValue,
      type_conversion: (text) => text.trim(),
    },
    sameAs: {
      // Their values tell them apart; `1j` is an integer to the grammar.
      float: 'integer',
      expression_list: 'tuple',
      pattern_list: 'tuple',
      list_splat_pattern: 'list_splat',
      splat_type: 'list_splat',
      union_type: 'binary_operator',
      member_type: 'attribute',
      format_expression: 'interpolation',
    },
    sameTokens: { '<>': '!=' },
    special: {
      ...strings.rules,
      ...createExpressionRules(grammar),
      ...createStatementRules(grammar, strings.docstring),
    },
  }
}
