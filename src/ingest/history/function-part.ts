import { splitFunctionKey } from '../../code/changes/function-change.ts'
import { isTestPath } from '../../code/is-test-path.ts'
import { fileKey, type GraphEdge, type GraphNode } from '../../graph/entities.ts'
import type { GraphPart, HistoryPart, PackedEdges } from '../desired-graph.ts'
import { digestProps } from '../digest-props.ts'
import { splitWords } from '../split-words.ts'
import { createColumn } from './column.ts'
import { spellingsOf, withFormerNames } from './former-names.ts'
import { changeKeyOf } from './history-graph.ts'
import { filePaths, keyOfPlace, lineageKeys } from './lineage-keys.ts'
import { type ModifiedEdges, modifiedEdges } from './modified-edges.ts'
import { movedSince } from './moved-since.ts'
import type { Step } from './plan-steps.ts'
import type { FurtherWalk } from './walk-history.ts'

/** Nodes of functions that are gone, by key: a running process makes each once. */
export type GoneFunctions = Map<string, GraphNode>

export interface FunctionPart extends HistoryPart {
  /** For the next walk to go on from. */
  readonly modified: ModifiedEdges
  readonly keys: readonly string[]
  /** MODIFIES edges of the change with that key. */
  modifiedBy(key: string): readonly GraphEdge[]
}

/** MODIFIES and TOUCHES, the functions that are gone but remembered, and the keys that functions had before. */
export function functionPart(
  steps: readonly Step[],
  walk: Pick<FurtherWalk, 'followed' | 'before'>,
  code: GraphPart,
  goneFunctions: GoneFunctions,
): FunctionPart {
  const { table } = walk.followed
  const living = new Set(code.nodes.flatMap(({ key, label }) => (label === 'Function' ? [key] : [])))
  const keys = lineageKeys(walk.followed)
  const { modified, packed, edgesBy } = modifiedEdges(steps, walk, keys)

  const gone = new Map<string, GraphNode>()
  for (const lineage of new Set(modified.to)) {
    const key = keys[lineage] ?? ''
    if (living.has(key) || gone.has(key)) continue
    const node = goneFunctions.get(key) ?? goneFunction(key)
    goneFunctions.set(key, node)
    gone.set(key, node)
  }
  const formerKeys = new Map<string, string>()
  const earlier = new Map<string, Set<string>>()
  for (const { former, number } of table.lineages) {
    const today = keys[number] ?? ''
    for (const place of former ?? []) {
      const key = keyOfPlace(place)
      if (key === today) continue
      if (!living.has(key)) formerKeys.set(key, today)
      if (living.has(today) || gone.has(today)) addTo(earlier, today, nameOf(key))
    }
  }
  const formerNames = new Map<string, readonly string[]>()
  for (const [key, names] of earlier) {
    const spellings = spellingsOf(names, nameOf(key))
    if (spellings.length > 0) formerNames.set(key, spellings)
  }
  const numbers = new Map(steps.map((step, number) => [changeKeyOf(step), number]))
  return {
    nodes: withFormerNames([...gone.values()], formerNames),
    edges: [],
    packed: [packed, touchedFiles(steps, walk, code)],
    formerKeys,
    formerNames,
    modified,
    keys,
    movedSince: (commit) => movedSince(commit, steps, walk.followed, keys),
    modifiedBy: (key) => edgesBy(numbers.get(key) ?? steps.length),
  }
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key)
  if (known === undefined) sets.set(key, new Set([value]))
  else known.add(value)
}

/** Qualified name of a function's key. */
const nameOf = (key: string) => splitFunctionKey(key.slice(key.lastIndexOf('::') + 2)).qualifiedName

const NO_PROPS = {}

function touchedFiles(
  steps: readonly Step[],
  { followed }: Pick<FurtherWalk, 'followed'>,
  code: GraphPart,
): PackedEdges {
  const existing = new Set(code.nodes.flatMap(({ key, label }) => (label === 'File' ? [key] : [])))
  const files = filePaths(followed).map(fileKey)
  const keys = [...files, ...steps.map((step) => changeKeyOf(step) ?? '')]
  const from = createColumn()
  const to = createColumn()
  for (const [number, step] of steps.entries()) {
    if (step.pull === null) continue
    const seen = new Set<string>()
    for (const file of followed.table.filesOf(number)) {
      const key = files[file] ?? ''
      if (seen.has(key) || !existing.has(key)) continue
      seen.add(key)
      from.push(files.length + number)
      to.push(file)
    }
  }
  return {
    label: 'TOUCHES',
    keys,
    from: from.values(),
    to: to.values(),
    digests: new Float64Array(to.length).fill(digestProps(NO_PROPS)),
    edge: (index): GraphEdge => ({
      label: 'TOUCHES',
      from: keys[from.at(index)] ?? '',
      to: keys[to.at(index)] ?? '',
      props: NO_PROPS,
    }),
  }
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
