import type { ImpactNote } from './impact.ts'

/** The note in words, for who reads the hand-over. */
export function wordImpact({ callers, caller_counts: counts, findings }: ImpactNote): string {
  const names = callers.filter(({ test, depth }) => !test && depth === 1).map(({ from }) => from.title)
  const direct = [...new Set(names)].slice(0, 8).join(', ')
  const lines = [
    `Called directly by ${counts.direct}${direct === '' ? '' : ` (${direct}${counts.direct > 8 ? ', …' : ''})`}, ` +
      `with those through others by ${counts.transitive}, by ${counts.tests} tests; ${counts.unsure} unsure.`,
    ...findings.map(({ gravity, title, text }) => `${gravity}: ${title}. ${text}`),
  ]
  return lines.join('\n')
}
