import { lineCounter } from '../line-counter.ts'
import type { FoundDefinition } from './definitions.ts'
import { readExpression, readMember } from './flow/expressions.ts'
import { type FileReader, none, type Place } from './flow/file-reader.ts'
import type { TypescriptFlow } from './flow/flow-facts.ts'
import { createScopes } from './flow/scope.ts'
import { readStatement } from './flow/statements.ts'
import { readSignature, readType } from './flow/types.ts'
import type { NamedTree } from './node-kinds.ts'

/** Reads what a file says about values and types. */
export function readFlow(view: NamedTree, definitions: readonly FoundDefinition[]): TypescriptFlow {
  const { tree } = view
  const scopes = createScopes()
  const byNode = new Map(definitions.map(({ node }, index) => [node, index]))
  const lineOf = lineCounter(tree.source)
  let siblings: { readonly parent: number; readonly list: readonly number[] } = { parent: -1, list: [] }
  const file: FileReader = {
    view,
    scopes,
    expressions: [],
    types: [],
    functions: [],
    classes: [],
    shapes: [],
    uses: [],
    exports: [],
    stars: [],
    assigned: [],
    attributes: [],
    objects: [],
    imports: new Set(),
    definitionOf: (node) => byNode.get(node) ?? -1,
    lineOf: (node) => lineOf(tree.start[node] ?? 0),
    visit: (node, place, context = none) =>
      node < 0 ? -1 : (readStatement(file, node, place) ?? readExpression(file, node, place, context)),
    member: (node, place, what) => readMember(file, node, place, what),
    type: (node, place) => (node < 0 ? -1 : readType(file, node, place)),
    signature: (node, place) => readSignature(file, node, place),
    childrenOf(node) {
      if (siblings.parent !== node) siblings = { parent: node, list: view.children(node) }
      return siblings.list
    },
    add: (expression) => file.expressions.push(expression) - 1,
    addType: (type) => file.types.push(type) - 1,
  }
  const scope = scopes.open(null, true)
  const place: Place = { scope, fn: -1, caller: -1, cls: -1, isStatic: false, namespace: null }
  for (const child of view.children(0)) file.visit(child, place)
  scopes.settle(file.expressions, file.types)
  return {
    expressions: file.expressions,
    types: file.types,
    symbols: scopes.symbols,
    functions: file.functions,
    classes: file.classes,
    shapes: file.shapes,
    uses: file.uses,
    exports: file.exports,
    stars: file.stars,
    assigned: file.assigned,
    attributes: file.attributes,
    objects: file.objects,
    imports: [...file.imports],
  }
}
