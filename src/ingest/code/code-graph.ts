import type { Definition, FileFacts, Resolution } from '../../code/facts.ts'
import { isTestPath } from '../../code/is-test-path.ts'
import { definitionKey, fileKey, type GraphEdge, type GraphNode } from '../../graph/entities.ts'
import type { GraphPart } from '../desired-graph.ts'
import { splitWords } from '../split-words.ts'
import type { SourceFile } from './classify-tree.ts'

export interface Definitions extends GraphPart {
  /** Keys of a file's definitions, in their order, by path. */
  readonly keys: ReadonlyMap<string, readonly string[]>
}

/** Files and what they define, as a graph; pure, in the order of the files. */
export function definitionGraph(files: readonly SourceFile[], facts: ReadonlyMap<string, FileFacts>): Definitions {
  const parts = files.map((file) => fileGraph(file, facts.get(file.path)))
  return {
    nodes: parts.flatMap(({ nodes }) => nodes),
    edges: parts.flatMap(({ edges }) => edges),
    keys: new Map(parts.map(({ keys }, index) => [files[index]?.path ?? '', keys])),
  }
}

interface FileGraph extends GraphPart {
  readonly path: string
  readonly keys: readonly string[]
}

/** By the facts that a running process keeps: most files are the same at every sync. */
const known = new WeakMap<FileFacts, FileGraph>()

function fileGraph(file: SourceFile, facts: FileFacts | undefined): FileGraph {
  const kept = facts && known.get(facts)
  if (kept?.path === file.path) return kept
  const test = isTestPath(file.path)
  const definitions = facts?.definitions ?? []
  const keys = definitions.map((each) => definitionKey(each.kind, file.path, each.qualifiedName, each.ordinal))
  const nodes = [fileNode(file, test)]
  const edges = definitions.map((definition, index): GraphEdge => {
    const key = keys[index] as string
    nodes.push(definitionNode(key, definition, file.path, test))
    const parent = definition.parent === null ? fileKey(file.path) : (keys[definition.parent] as string)
    return { label: 'DEFINES', from: parent, to: key, props: {} }
  })
  const graph = { path: file.path, nodes, edges, keys }
  if (facts) known.set(facts, graph)
  return graph
}

function fileNode({ path, language }: SourceFile, test: boolean): GraphNode {
  return { key: fileKey(path), label: 'File', props: { path, language, words: splitWords(path), test, gone: false } }
}

function definitionNode(key: string, definition: Definition, path: string, test: boolean): GraphNode {
  return {
    key,
    label: definition.kind === 'function' ? 'Function' : 'Class',
    props: {
      path,
      qualified_name: definition.qualifiedName,
      name: definition.name,
      ordinal: definition.ordinal,
      start_line: definition.startLine,
      end_line: definition.endLine,
      signature: definition.signature,
      fingerprint: definition.fingerprint,
      exact: definition.exact,
      gone: false,
      test,
      words: splitWords(definition.qualifiedName),
    },
  }
}

/**
 * CALLS, IMPORTS and EXTENDS. At most one edge between two nodes: several call sites, or several ways to resolve them, become
 * one, the surest.
 */
export function resolvedEdges(resolution: Resolution, keys: Definitions['keys']): GraphEdge[] {
  const keyOf = (path: string, index: number) => keys.get(path)?.[index]
  const calls = new Map<string, GraphEdge & { readonly props: CallProps }>()
  for (const call of resolution.calls) {
    const from = call.from.index === null ? fileKey(call.from.path) : keyOf(call.from.path, call.from.index)
    const to = keyOf(call.to.path, call.to.index)
    if (from === undefined || to === undefined) continue
    const known = calls.get(`${from}\n${to}`)
    const surest = known && known.props.confidence >= call.confidence ? known.props : call
    const lines = known ? distinctLines(known.props.lines, call.lines) : call.lines
    const props = { how: surest.how, confidence: surest.confidence, lines }
    calls.set(`${from}\n${to}`, { label: 'CALLS', from, to, props })
  }
  const imports = resolution.imports.map(({ from, to }) => edge('IMPORTS', fileKey(from), fileKey(to)))
  const bases = resolution.bases.map(({ from, to }) =>
    edge('EXTENDS', keyOf(from.path, from.index), keyOf(to.path, to.index)),
  )
  return [...calls.values(), ...imports.flat(), ...bases.flat()]
}

interface CallProps {
  readonly [name: string]: string | number | readonly number[]
  readonly how: string
  readonly confidence: number
  readonly lines: readonly number[]
}

const edge = (label: 'IMPORTS' | 'EXTENDS', from: string | undefined, to: string | undefined): GraphEdge[] =>
  from === undefined || to === undefined || from === to ? [] : [{ label, from, to, props: {} }]

const distinctLines = (some: readonly number[], more: readonly number[]) =>
  [...new Set([...some, ...more])].sort((a, b) => a - b)
