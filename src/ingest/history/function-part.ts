import { fileKey, type GraphEdge, type GraphNode } from '../../graph/entities.ts'
import { isTestPath } from '../code/is-test-path.ts'
import type { HistoryPart } from '../desired-graph.ts'
import { splitWords } from '../split-words.ts'
import { type LineageChange, placeId } from './apply-step.ts'
import { livingPlaces } from './follow-identity.ts'
import { changeKeyOf, type History } from './history-graph.ts'
import type { Step } from './plan-steps.ts'
import { type FunctionChange, splitFunctionKey } from './step-record.ts'
import type { FunctionLineage } from './view.ts'

/** MODIFIES edges of each step as they were built last, to be used again where nothing they name has moved since. */
export interface FunctionMemory {
  keys: ReadonlyMap<FunctionLineage, string>
  gone: ReadonlyMap<string, GraphNode>
  modified: readonly ModifiedBy[]
}

interface ModifiedBy {
  readonly from: string | null
  readonly edges: readonly GraphEdge[]
}

export const createFunctionMemory = (): FunctionMemory => ({ keys: new Map(), gone: new Map(), modified: [] })

/**
 * MODIFIES and TOUCHES, the functions that are gone but remembered, and the keys that functions had before. `carried` marks
 * what a pull request changes only because another one inside it does (a merge of branches made as a pull request).
 */
export function functionPart({
  steps,
  followed,
  code,
  memory,
}: History & { readonly memory: FunctionMemory }): HistoryPart {
  const living = new Set(code.nodes.flatMap(({ key, label }) => (label === 'Function' ? [key] : [])))
  const files = new Set(code.nodes.flatMap(({ key, label }) => (label === 'File' ? [key] : [])))
  const places = livingPlaces(followed)
  const filePaths = new Map<unknown, string>()
  for (const path of followed.head.paths()) filePaths.set(followed.head.get(path)?.file, path)

  const keys = new Map<FunctionLineage, string>()
  const keyOf = (lineage: FunctionLineage): string => {
    let key = keys.get(lineage)
    if (key !== undefined) return key
    const same = followed.sameAs(lineage)
    key = keyOfPlace(places.get(lineage) ?? places.get(same) ?? placeId(same.path, same.key))
    keys.set(lineage, key)
    return key
  }
  const changesOf = new Map(steps.map((step, index) => [step, followed.applied[index]?.functions ?? []]))
  const lineagesOf = (step: Step) => (changesOf.get(step) ?? []).map(({ lineage }) => followed.sameAs(lineage))

  function modifiedBy(step: Step, from: string): GraphEdge[] {
    const inner = step.inner.length === 0 ? nothing : changedInside(step, lineagesOf)
    const joins = isJoin(step)
    const modified = new Map<string, GraphEdge>()
    for (const { lineage, change } of changesOf.get(step) ?? []) {
      if (change.kind === 'kept') continue
      const to = keyOf(lineage)
      const carried = joins || inner.has(followed.sameAs(lineage)) ? { carried: true } : {}
      const edge: GraphEdge = { label: 'MODIFIES', from, to, props: { ...modifiesProps(change), ...carried } }
      const known = modified.get(to)
      modified.set(to, known === undefined ? edge : joinEdges(known, edge))
    }
    return [...modified.values()]
  }

  const modified = steps.map((step, index): ModifiedBy => {
    const from = changeKeyOf(step)
    if (from === null) return { from, edges: [] }
    const known = index < followed.remembered && step.inner.length === 0 ? memory.modified[index] : undefined
    const holds = ({ lineage }: LineageChange) => keyOf(lineage) === memory.keys.get(lineage)
    if (known?.from === from && changesOf.get(step)?.every(holds)) return known
    return { from, edges: modifiedBy(step, from) }
  })
  const gone = new Map<string, GraphNode>()
  for (const { edges } of modified) {
    for (const { to } of edges) {
      if (!living.has(to) && !gone.has(to)) gone.set(to, memory.gone.get(to) ?? goneFunction(to))
    }
  }
  const touched = steps.flatMap((step, index) => {
    const from = step.pull === null ? null : changeKeyOf(step)
    if (from === null) return []
    const paths = (followed.applied[index]?.files ?? []).map((file) => fileKey(filePaths.get(file) ?? file.path))
    return [...new Set(paths)].flatMap((to): GraphEdge[] =>
      files.has(to) ? [{ label: 'TOUCHES', from, to, props: {} }] : [],
    )
  })

  const formerKeys = new Map<string, string>()
  const moved = new Set<FunctionLineage>()
  for (const { functions } of followed.applied) {
    for (const { lineage } of functions) if (lineage.former !== null) moved.add(lineage)
  }
  for (const lineage of moved) {
    const today = keyOf(lineage)
    for (const place of lineage.former ?? []) {
      const former = keyOfPlace(place)
      if (former !== today && !living.has(former)) formerKeys.set(former, today)
    }
  }
  Object.assign(memory, { keys, gone, modified })
  return { nodes: [...gone.values()], edges: [...modified.flatMap(({ edges }) => edges), ...touched], formerKeys }
}

const nothing: ReadonlySet<FunctionLineage> = new Set()

/** What pull requests inside a pull request changed, apart from what its own commits did, too. */
function changedInside(step: Step, lineagesOf: (step: Step) => readonly FunctionLineage[]): Set<FunctionLineage> {
  const changed = new Set<FunctionLineage>()
  for (const inner of step.inner)
    if (inner.role === 'pull') for (const lineage of lineagesOf(inner)) changed.add(lineage)
  for (const inner of step.inner) {
    if (inner.role === 'carry' && inner.joined.length === 0)
      for (const lineage of lineagesOf(inner)) changed.delete(lineage)
  }
  return changed
}

/** A place is written like the end of a definition's key. */
const keyOfPlace = (place: string) => `function:${place}`

function goneFunction(key: string): GraphNode {
  const at = key.lastIndexOf('::')
  const path = key.slice(key.indexOf(':') + 1, at)
  const { qualifiedName, ordinal } = splitFunctionKey(key.slice(at + 2))
  return {
    key,
    label: 'Function',
    props: {
      path,
      qualified_name: qualifiedName,
      name: qualifiedName.slice(qualifiedName.lastIndexOf('.') + 1),
      ordinal,
      gone: true,
      test: isTestPath(path),
      words: splitWords(qualifiedName),
    },
  }
}

/** Everything that the pull request merges had been recorded before: `Merge stable into main`. */
const isJoin = ({ commit, commits }: Step) =>
  commit.parents.length > 1 && commits.every(({ parents }) => parents.length > 1)

/** `carried`: the change came with a pull request inside this one, which is a merge of branches as far as this function goes. */
function modifiesProps({ kind, was, now, added, removed }: FunctionChange): GraphEdge['props'] {
  const place = now ?? was ?? { path: '', key: '' }
  const props = { kind, added, removed, path: place.path, qualified_name: splitFunctionKey(place.key).qualifiedName }
  if (was === null || was === place || (was.path === place.path && was.key === place.key)) return props
  return {
    ...props,
    ...(was.path === place.path ? {} : { was_path: was.path }),
    ...(was.key === place.key ? {} : { was_qualified_name: splitFunctionKey(was.key).qualifiedName }),
  }
}

/** Two changes of what turned out to be one function: removed here and added there. */
function joinEdges(some: GraphEdge, other: GraphEdge): GraphEdge {
  if (some.label !== 'MODIFIES') return some
  const sum = (name: string) => Number(some.props[name] ?? 0) + Number(other.props[name] ?? 0)
  const kind = some.props.kind === other.props.kind ? (some.props.kind ?? 'changed') : 'changed'
  return { ...some, props: { ...some.props, kind, added: sum('added'), removed: sum('removed') } }
}
