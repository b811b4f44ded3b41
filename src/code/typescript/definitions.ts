import type { OutlineEntry } from '../language.ts'
import { lineCounter } from '../line-counter.ts'
import type { FieldName, NamedTree, NodeKind } from './node-kinds.ts'

export interface FoundDefinition extends OutlineEntry {
  readonly name: string
  /** The function or class itself; its name may stand around it. */
  readonly node: number
  /** What makes the definition up, in source order: decorators, overload signatures, last the declaration. */
  readonly parts: readonly number[]
}

/** Expressions that are still the function inside them. */
const wrappers = new Set<NodeKind | ''>([
  'parenthesized_expression',
  'as_expression',
  'satisfies_expression',
  'non_null_expression',
  'type_assertion',
])
const classKinds = new Set<NodeKind | ''>(['class', 'class_declaration', 'abstract_class_declaration'])
const declaredFunctions = new Set<NodeKind | ''>(['function_declaration', 'generator_function_declaration'])
const functionExpressions = new Set<NodeKind | ''>(['arrow_function', 'function_expression', 'generator_function'])

interface Binding {
  readonly name: string
  /** Names of object literals and assigned-to objects around it, dotted, or empty. */
  readonly within: string
  readonly declaration: number
}

/**
 * Finds every class, and every function that has a body and a name: its own, or that of the variable, field, object member,
 * assignment or default export that holds it. What is passed on without a name belongs to the function around it.
 */
export function findDefinitions(view: NamedTree): FoundDefinition[] {
  const { tree, kind, field, text } = view
  const lineOf = lineCounter(tree.source)
  const found: FoundDefinition[] = []
  const occurrences = new Map<string, number>()
  /** Open definitions and namespaces, the innermost last. */
  const open: { readonly after: number; readonly index: number | null; readonly name: string }[] = []

  /** Children of the block whose functions are being met. */
  let siblings: { readonly parent: number; readonly list: readonly number[] } = { parent: -1, list: [] }

  for (let node = 0; node < tree.count; node++) {
    while (open.length > 0 && node >= (open.at(-1)?.after ?? 0)) open.pop()
    const nodeKind = kind(node)
    if (nodeKind === 'internal_module' || nodeKind === 'module') {
      const name = text(field(node, 'name')).replace(/^(['"])(.*)\1$/, '$2')
      open.push({
        after: tree.after[node] ?? 0,
        index: open.at(-1)?.index ?? null,
        name: joined(open.at(-1)?.name, name),
      })
      continue
    }
    const isClass = classKinds.has(nodeKind)
    if (!isClass && !isFunction(node, nodeKind)) continue
    const bound = bindingOf(node, nodeKind)
    if (bound !== undefined) push(node, isClass ? 'class' : 'function', bound)
  }
  return found

  function isFunction(node: number, nodeKind: NodeKind | ''): boolean {
    if (functionExpressions.has(nodeKind)) return true
    return (declaredFunctions.has(nodeKind) || nodeKind === 'method_definition') && field(node, 'body') >= 0
  }

  function push(node: number, what: 'class' | 'function', { name, within, declaration }: Binding): void {
    const qualifiedName = joined(joined(open.at(-1)?.name, within), name)
    const ordinal = occurrences.get(qualifiedName) ?? 0
    occurrences.set(qualifiedName, ordinal + 1)
    const parts = partsOf(node, declaration)
    const index = found.length
    found.push({
      kind: what,
      name,
      qualifiedName,
      ordinal,
      parent: open.at(-1)?.index ?? null,
      startLine: lineOf(tree.start[parts[0] ?? node] ?? 0),
      endLine: lineOf(Math.max(0, (tree.end[declaration] ?? 1) - 1)),
      node,
      parts,
    })
    open.push({ after: tree.after[node] ?? 0, index, name: qualifiedName })
  }

  function bindingOf(node: number, nodeKind: NodeKind | ''): Binding | undefined {
    const own = field(node, 'name')
    if (nodeKind === 'method_definition') {
      const within = kind(parentOf(node)) === 'object' ? objectName(parentOf(node)) : ''
      return { name: nameOfKey(own), within, declaration: node }
    }
    const isDeclared = nodeKind !== 'class' && !functionExpressions.has(nodeKind)
    if (isDeclared && own >= 0) return { name: text(own), within: '', declaration: node }
    return holderOf(node) ?? (own >= 0 ? { name: text(own), within: '', declaration: node } : undefined)
  }

  /** What gives an expression its name. */
  function holderOf(node: number): Binding | undefined {
    let inner = node
    while (wrappers.has(kind(parentOf(inner)))) inner = parentOf(inner)
    const holder = parentOf(inner)
    const isIn = (name: FieldName) => field(holder, name) === inner
    switch (kind(holder)) {
      case 'variable_declarator': {
        const name = field(holder, 'name')
        return kind(name) === 'identifier' ? { name: text(name), within: '', declaration: holder } : undefined
      }
      case 'public_field_definition':
        return isIn('value') ? { name: nameOfKey(field(holder, 'name')), within: '', declaration: holder } : undefined
      case 'pair':
        return isIn('value')
          ? { name: nameOfKey(field(holder, 'key')), within: objectName(parentOf(holder)), declaration: holder }
          : undefined
      case 'assignment_expression':
        return isIn('right') ? assignedTo(holder, node) : undefined
      case 'export_statement':
        return { name: text(field(node, 'name')) || 'default', within: '', declaration: inner }
      default:
        return undefined
    }
  }

  /** `exports.f = …` defines `f`, `C.prototype.m = …` defines `C.m`, `this.m = …` defines `m` where it stands. */
  function assignedTo(assignment: number, node: number): Binding | undefined {
    const left = field(assignment, 'left')
    if (kind(left) === 'identifier') return { name: text(left), within: '', declaration: assignment }
    if (kind(left) !== 'member_expression') return undefined
    const path = text(left).replace(/\s|\?/g, '').split('.')
    if (path.some((part) => !/^[\w$#]+$/.test(part))) return undefined
    const own = text(field(node, 'name'))
    if (path.join('.') === 'module.exports') return { name: own || 'exports', within: '', declaration: assignment }
    const within = path.slice(0, -1).filter((part) => !['module', 'exports', 'this', 'prototype'].includes(part))
    return { name: path.at(-1) ?? '', within: within.join('.'), declaration: assignment }
  }

  /** Dotted name of the variable or member that holds an object literal. */
  function objectName(object: number): string {
    const holder = holderOf(object)
    return holder === undefined ? '' : joined(holder.within, holder.name)
  }

  function partsOf(node: number, declaration: number): number[] {
    const above = parentOf(declaration)
    const parts: number[] = []
    if (kind(above) === 'class_body') parts.push(...precedingSignatures(declaration, declaration))
    else if (declaredFunctions.has(kind(node))) {
      const isExported = kind(above) === 'export_statement'
      parts.push(...precedingSignatures(isExported ? above : declaration, declaration))
    } else if (kind(above) === 'export_statement' && classKinds.has(kind(node))) {
      parts.push(...view.children(above).filter((child) => kind(child) === 'decorator'))
    }
    return [...parts, declaration].sort((a, b) => a - b)
  }

  /** Decorators and overload signatures right before a method or function. */
  function precedingSignatures(statement: number, declaration: number): number[] {
    const name = text(field(declaration, 'name'))
    const parts: number[] = []
    const parent = parentOf(statement)
    if (siblings.parent !== parent) siblings = { parent, list: view.children(parent) }
    for (let i = siblings.list.indexOf(statement) - 1; i >= 0; i--) {
      const sibling = siblings.list[i] ?? -1
      const signature = kind(sibling) === 'export_statement' ? (view.children(sibling).at(-1) ?? -1) : sibling
      const isSignature = ['function_signature', 'method_signature'].includes(kind(signature))
      const isOverload = isSignature && text(field(signature, 'name')) === name
      if (kind(sibling) === 'decorator' || isOverload) parts.push(sibling)
      else break
    }
    return parts
  }

  function nameOfKey(key: number): string {
    if (kind(key) === 'string') return text(key).slice(1, -1)
    return text(key).replace(/\s+/g, ' ')
  }

  function parentOf(node: number): number {
    return node <= 0 ? -1 : (tree.parent[node] ?? -1)
  }
}

function joined(outer: string | undefined, inner: string): string {
  return outer === undefined || outer === '' ? inner : inner === '' ? outer : `${outer}.${inner}`
}
