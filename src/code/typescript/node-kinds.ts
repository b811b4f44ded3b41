import { childByField, type Grammar, type SyntaxTree } from '../syntax-tree.ts'

/** Every kind of node that the extractor knows by name; a grammar that lacks one of them does not load. */
const nodeKinds = [
  'abstract_class_declaration',
  'abstract_method_signature',
  'accessibility_modifier',
  'arguments',
  'array',
  'array_pattern',
  'array_type',
  'arrow_function',
  'as_expression',
  'assignment_expression',
  'assignment_pattern',
  'augmented_assignment_expression',
  'await_expression',
  'binary_expression',
  'call_expression',
  'call_signature',
  'catch_clause',
  'class',
  'class_body',
  'class_declaration',
  'class_heritage',
  'class_static_block',
  'comment',
  'computed_property_name',
  'conditional_type',
  'construct_signature',
  'constructor_type',
  'decorator',
  'enum_declaration',
  'export_clause',
  'export_specifier',
  'export_statement',
  'expression_statement',
  'extends_clause',
  'extends_type_clause',
  'for_in_statement',
  'for_statement',
  'function_declaration',
  'function_expression',
  'function_signature',
  'function_type',
  'generator_function',
  'generator_function_declaration',
  'generic_type',
  'identifier',
  'import',
  'import_alias',
  'import_clause',
  'import_require_clause',
  'import_specifier',
  'import_statement',
  'index_signature',
  'instantiation_expression',
  'interface_body',
  'interface_declaration',
  'internal_module',
  'intersection_type',
  'lexical_declaration',
  'literal_type',
  'lookup_type',
  'member_expression',
  'method_definition',
  'method_signature',
  'module',
  'named_imports',
  'namespace_export',
  'namespace_import',
  'nested_identifier',
  'nested_type_identifier',
  'new_expression',
  'non_null_expression',
  'number',
  'object',
  'object_assignment_pattern',
  'object_pattern',
  'object_type',
  'optional_parameter',
  'optional_type',
  'pair',
  'pair_pattern',
  'parenthesized_expression',
  'parenthesized_type',
  'predefined_type',
  'private_property_identifier',
  'program',
  'property_identifier',
  'property_signature',
  'public_field_definition',
  'readonly_type',
  'regex',
  'required_parameter',
  'rest_pattern',
  'rest_type',
  'return_statement',
  'satisfies_expression',
  'sequence_expression',
  'shorthand_property_identifier',
  'shorthand_property_identifier_pattern',
  'spread_element',
  'statement_block',
  'string',
  'subscript_expression',
  'super',
  'template_string',
  'ternary_expression',
  'this',
  'this_type',
  'tuple_type',
  'type_alias_declaration',
  'type_annotation',
  'type_arguments',
  'type_identifier',
  'type_parameter',
  'type_parameters',
  'type_predicate_annotation',
  'type_query',
  'union_type',
  'variable_declaration',
  'variable_declarator',
  'yield_expression',
] as const
/** Kinds of one of the two grammars alone. */
const plainKinds = ['type_assertion'] as const
const jsxKinds = ['jsx_opening_element', 'jsx_self_closing_element'] as const
export type NodeKind = (typeof nodeKinds | typeof plainKinds | typeof jsxKinds)[number]

const fieldNames = [
  'alias',
  'alternative',
  'arguments',
  'body',
  'consequence',
  'constraint',
  'constructor',
  'declaration',
  'decorator',
  'function',
  'index',
  'key',
  'kind',
  'left',
  'module',
  'name',
  'object',
  'operator',
  'parameter',
  'parameters',
  'pattern',
  'property',
  'return_type',
  'right',
  'source',
  'type',
  'type_arguments',
  'type_parameters',
  'value',
] as const
export type FieldName = (typeof fieldNames)[number]

/** A syntax tree with kinds and fields by name. Nodes are numbers; -1 stands for none, and every question about it gives nothing. */
export interface NamedTree {
  readonly tree: SyntaxTree
  /** Empty for tokens and for kinds that the extractor does not name. */
  kind(node: number): NodeKind | ''
  field(node: number, name: FieldName): number
  /** Named children without comments. */
  children(node: number): number[]
  /** Whether a bare token of this text is among the children. */
  hasToken(node: number, text: string): boolean
  text(node: number): string
}

/** Makes trees of one grammar readable by name; throws when the grammar lacks a name. */
export function createNaming(grammar: Grammar, isJsx: boolean): (tree: SyntaxTree) => NamedTree {
  const kinds: (NodeKind | '')[] = grammar.kinds.map(() => '')
  for (const name of [...nodeKinds, ...(isJsx ? jsxKinds : plainKinds)]) {
    grammar.kind(name)
    grammar.kinds.forEach((each, kind) => {
      if (each === name && grammar.named[kind]) kinds[kind] = name
    })
  }
  const fields = Object.fromEntries(fieldNames.map((name) => [name, grammar.field(name)])) as Record<FieldName, number>
  return (tree) => {
    const kind = (node: number) => (node < 0 ? '' : (kinds[tree.kind[node] ?? 0] ?? ''))
    return {
      tree,
      kind,
      field: (node, name) => (node < 0 ? -1 : childByField(tree, node, fields[name])),
      children(node) {
        const found: number[] = []
        const last = node < 0 ? 0 : (tree.after[node] ?? 0)
        for (let child = node + 1; child < last; child = tree.after[child] ?? last)
          if (grammar.named[tree.kind[child] ?? 0] && kind(child) !== 'comment') found.push(child)
        return found
      },
      hasToken(node, text) {
        const last = node < 0 ? 0 : (tree.after[node] ?? 0)
        for (let child = node + 1; child < last; child = tree.after[child] ?? last) {
          const of = tree.kind[child] ?? 0
          if (!grammar.named[of] && grammar.kinds[of] === text) return true
        }
        return false
      },
      text: (node) => (node < 0 ? '' : tree.source.slice(tree.start[node], tree.end[node])),
    }
  }
}
