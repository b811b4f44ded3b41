import type { Resolution } from '../../code/facts.ts'
import type { GraphEdge } from '../../graph/entities.ts'
import type { GraphPart } from '../desired-graph.ts'
import type { CodeReport } from '../report.ts'
import type { SourceFile } from './classify-tree.ts'

export interface CodeReportInput extends Pick<CodeReport, 'skipped' | 'decoded'> {
  readonly files: readonly SourceFile[]
  readonly counts: { readonly parsed: number; readonly withSyntaxErrors: number }
  readonly definitions: GraphPart
  readonly edges: readonly GraphEdge[]
  readonly resolutions: readonly Resolution[]
  readonly cached: number
}

/** Counts what the code layer holds and what it could not read. */
export function codeReport(input: CodeReportInput): CodeReport {
  const { files, counts, definitions, edges, resolutions, skipped, decoded, cached } = input
  const sum = (count: (resolution: Resolution) => number) =>
    resolutions.reduce((total, resolution) => total + count(resolution), 0)
  const calls = edges.filter(({ label }) => label === 'CALLS')
  return {
    files_by_language: countBy(files, ({ language }) => language),
    files_parsed: counts.parsed,
    files_cached: cached,
    files_with_syntax_errors: counts.withSyntaxErrors,
    skipped: skipped.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    decoded,
    functions: definitions.nodes.filter(({ label }) => label === 'Function').length,
    classes: definitions.nodes.filter(({ label }) => label === 'Class').length,
    calls: countBy(calls, ({ props }) => String(props.how)),
    calls_external: sum(({ externalCalls }) => externalCalls),
    calls_unresolved: sum(({ unresolvedCalls }) => unresolvedCalls),
    imports: edges.filter(({ label }) => label === 'IMPORTS').length,
    call_failures: resolutions.flatMap(({ failures }) => failures),
  }
}

/** Counts by name, most frequent first. */
function countBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Record<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)))
}
