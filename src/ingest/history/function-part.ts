import { definitionKey, fileKey, type GraphEdge, type GraphNode } from '../../graph/entities.ts'
import { isTestPath } from '../code/is-test-path.ts'
import type { HistoryPart } from '../desired-graph.ts'
import { splitWords } from '../split-words.ts'
import { type LineageChange, placeId } from './apply-step.ts'
import { livingPlaces } from './follow-identity.ts'
import { changeKeyOf, type History } from './history-graph.ts'
import type { Step } from './plan-steps.ts'
import { splitFunctionKey } from './step-record.ts'
import type { FunctionLineage } from './view.ts'

/** MODIFIES and TOUCHES, the functions that are gone but remembered, and the keys that functions had before. */
export function functionPart({ steps, followed, code }: History): HistoryPart {
  const living = new Set(code.nodes.flatMap(({ key, label }) => (label === 'Function' ? [key] : [])))
  const files = new Set(code.nodes.flatMap(({ key, label }) => (label === 'File' ? [key] : [])))
  const places = livingPlaces(followed)
  const filePaths = new Map<unknown, string>()
  for (const path of followed.head.paths()) filePaths.set(followed.head.get(path)?.file, path)

  const keyOf = (lineage: FunctionLineage): string => {
    const same = followed.sameAs(lineage)
    return keyOfPlace(places.get(lineage) ?? places.get(same) ?? placeId(same.path, same.key))
  }
  const gone = new Map<string, GraphNode>()
  const edges = new Map<string, GraphEdge>()
  const put = (edge: GraphEdge) => {
    const id = `${edge.label} ${edge.from} ${edge.to}`
    const known = edges.get(id)
    edges.set(id, known === undefined ? edge : joinEdges(known, edge))
  }
  const lineages = new Set<FunctionLineage>()
  const indexOf = new Map(steps.map((step, index) => [step, index]))
  const changedBy = (inner: readonly Step[]) =>
    new Set(
      inner
        .filter((step) => changeKeyOf(step) !== null)
        .flatMap((step) => followed.applied[indexOf.get(step) ?? -1]?.functions ?? [])
        .map(({ lineage }) => followed.sameAs(lineage)),
    )
  steps.forEach((step, index) => {
    const applied = followed.applied[index]
    const from = changeKeyOf(step)
    const passedOn = changedBy(step.inner)
    for (const change of applied?.functions ?? []) {
      lineages.add(change.lineage)
      if (from === null) continue
      const to = keyOf(change.lineage)
      if (!living.has(to) && !gone.has(to)) gone.set(to, goneFunction(to))
      put({ label: 'MODIFIES', from, to, props: modifiesProps(change, passedOn.has(followed.sameAs(change.lineage))) })
    }
    if (from === null || step.pull === null) return
    for (const file of applied?.files ?? []) {
      const to = fileKey(filePaths.get(file) ?? file.path)
      if (files.has(to)) put({ label: 'TOUCHES', from, to, props: {} })
    }
  })

  const formerKeys = new Map<string, string>()
  for (const lineage of lineages) {
    const today = keyOf(lineage)
    for (const place of lineage.former) {
      const former = keyOfPlace(place)
      if (former !== today && !living.has(former)) formerKeys.set(former, today)
    }
  }
  return { nodes: [...gone.values()], edges: [...edges.values()], formerKeys }
}

function keyOfPlace(place: string): string {
  const at = place.lastIndexOf('::')
  const { qualifiedName, ordinal } = splitFunctionKey(place.slice(at + 2))
  return definitionKey('function', place.slice(0, at), qualifiedName, ordinal)
}

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

/** `carried`: the change came with a pull request inside this one, which is a merge of branches as far as this function goes. */
function modifiesProps(change: LineageChange, carried: boolean): GraphEdge['props'] {
  const { kind, added, removed, path, key, wasPath, wasKey } = change
  return {
    kind,
    added,
    removed,
    path,
    qualified_name: splitFunctionKey(key).qualifiedName,
    ...(carried ? { carried } : {}),
    ...(wasPath === null ? {} : { was_path: wasPath }),
    ...(wasKey === null ? {} : { was_qualified_name: splitFunctionKey(wasKey).qualifiedName }),
  }
}

/** Two changes of what turned out to be one function: removed here and added there. */
function joinEdges(some: GraphEdge, other: GraphEdge): GraphEdge {
  if (some.label !== 'MODIFIES') return some
  const sum = (name: string) => Number(some.props[name] ?? 0) + Number(other.props[name] ?? 0)
  const kind = some.props.kind === other.props.kind ? (some.props.kind ?? 'changed') : 'changed'
  return { ...some, props: { ...some.props, kind, added: sum('added'), removed: sum('removed') } }
}
