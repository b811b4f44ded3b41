import { type FunctionChange, splitFunctionKey } from '../../code/changes/function-change.ts'
import type { GraphEdge } from '../../graph/entities.ts'
import type { PackedEdges } from '../desired-graph.ts'
import { digestProps } from '../digest-props.ts'
import { createColumn } from './column.ts'
import { rootOf } from './follow-identity.ts'
import { changeKeyOf } from './history-graph.ts'
import type { Step } from './plan-steps.ts'
import type { FunctionLineage } from './view.ts'
import type { FurtherWalk } from './walk-history.ts'

/** The MODIFIES edges of all steps, in columns. */
export interface ModifiedEdges {
  /** Number of edges up to and with each step. */
  readonly ends: Uint32Array
  /** Number of the modified function's lineage. */
  readonly to: Uint32Array
  readonly digests: Float64Array
}

/**
 * MODIFIES edges of all steps. Those of a step that was walked before are built again only where one of its functions has
 * another key than then. `carried` marks what a pull request changes only because another one inside it does (a merge of
 * branches made as a pull request).
 */
export function modifiedEdges(
  steps: readonly Step[],
  { followed, before }: Pick<FurtherWalk, 'followed' | 'before'>,
  keys: readonly string[],
): {
  readonly modified: ModifiedEdges
  readonly packed: PackedEdges
  /** Of the step with that number. */
  edgesBy(number: number): readonly GraphEdge[]
} {
  const { table, same } = followed
  const numbers = new Map(steps.map((step, number) => [step, number]))
  const built = new Map<number, readonly BuiltEdge[]>()
  const rootAt = (lineage: number) => rootOf(same, table.lineages[lineage] as FunctionLineage)
  const lineagesOf = (step: Step) => Array.from(table.lineagesOf(numbers.get(step) ?? steps.length), rootAt)

  function edgesOf(number: number): readonly BuiltEdge[] {
    const step = steps[number]
    const from = step === undefined ? null : changeKeyOf(step)
    if (step === undefined || from === null) return []
    const inner = step.inner.length === 0 ? null : changedInside(step, lineagesOf)
    const joins = isJoin(step)
    const lineages = table.lineagesOf(number)
    const modified = new Map<string, BuiltEdge>()
    for (const [index, change] of table.changesOf(number).entries()) {
      if (change.kind === 'kept') continue
      const lineage = lineages[index] ?? 0
      const to = keys[lineage] ?? ''
      const carried = joins || inner?.has(rootAt(lineage)) === true ? { carried: true } : {}
      const edge: GraphEdge = { label: 'MODIFIES', from, to, props: { ...modifiesProps(change), ...carried } }
      const known = modified.get(to)
      modified.set(
        to,
        known === undefined ? { lineage, edge } : { lineage: known.lineage, edge: joinEdges(known.edge, edge) },
      )
    }
    return [...modified.values()]
  }

  function edgesOnce(number: number): readonly BuiltEdge[] {
    const edges = built.get(number) ?? edgesOf(number)
    built.set(number, edges)
    return edges
  }

  const isMoved = Uint8Array.from(keys, (key, lineage) => (before?.keys[lineage] === key ? 0 : 1))
  const isKnown = (number: number): boolean => {
    if (before === null || number >= before.modified.ends.length) return false
    if ((steps[number]?.inner.length ?? 0) > 0 && before.joined !== same.size) return false
    return table.lineagesOf(number).every((lineage) => isMoved[lineage] === 0)
  }
  const ends = createColumn()
  const to = createColumn()
  const from = createColumn()
  const digests: number[] = []
  const put = (number: number, lineage: number, digest: number) => {
    from.push(keys.length + number)
    to.push(lineage)
    digests.push(digest)
  }
  for (let number = 0; number < steps.length; number++) {
    if (before !== null && isKnown(number)) {
      const old = before.modified
      for (let at = number === 0 ? 0 : (old.ends[number - 1] ?? 0); at < (old.ends[number] ?? 0); at++) {
        put(number, old.to[at] ?? 0, old.digests[at] ?? 0)
      }
    } else {
      for (const { lineage, edge } of edgesOnce(number)) put(number, lineage, digestProps(edge.props))
    }
    ends.push(to.length)
  }
  const modified = { ends: ends.values(), to: to.values(), digests: Float64Array.from(digests) }
  const packed: PackedEdges = {
    label: 'MODIFIES',
    keys: [...keys, ...steps.map((step) => changeKeyOf(step) ?? '')],
    from: from.values(),
    to: modified.to,
    digests: modified.digests,
    edge(index) {
      const number = from.at(index) - keys.length
      return edgesOnce(number)[index - (number === 0 ? 0 : ends.at(number - 1))]?.edge as GraphEdge
    },
  }
  return { modified, packed, edgesBy: (number) => edgesOnce(number).map(({ edge }) => edge) }
}

interface BuiltEdge {
  /** The first one of those that have the edge's end as their key. */
  readonly lineage: number
  readonly edge: GraphEdge
}

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

/** Everything that the pull request merges had been recorded before: `Merge stable into main`. */
const isJoin = ({ commit, commits }: Step) =>
  commit.parents.length > 1 && commits.every(({ parents }) => parents.length > 1)

function modifiesProps({ kind, was, now, added, removed }: FunctionChange): GraphEdge['props'] {
  const place = now ?? was ?? { path: '', key: '' }
  const props = { kind, added, removed, path: place.path, qualified_name: splitFunctionKey(place.key).qualifiedName }
  if (was === null || (was.path === place.path && was.key === place.key)) return props
  return {
    ...props,
    ...(was.path === place.path ? {} : { was_path: was.path }),
    ...(was.key === place.key ? {} : { was_qualified_name: splitFunctionKey(was.key).qualifiedName }),
  }
}

/** Two changes of what turned out to be one function: removed here and added there. */
function joinEdges(some: GraphEdge, other: GraphEdge): GraphEdge {
  const sum = (name: string) => Number(some.props[name] ?? 0) + Number(other.props[name] ?? 0)
  const kind = some.props.kind === other.props.kind ? (some.props.kind ?? 'changed') : 'changed'
  return { ...some, props: { ...some.props, kind, added: sum('added'), removed: sum('removed') } }
}
