import type { HistorianNote } from './historian.ts'

/** The note in words, for who reads the hand-over. */
export function wordHistory({ history, findings, facts }: HistorianNote): string {
  const changes = history.map(({ change, how, lines, functions, fixes }) => {
    const name = change.number === null ? change.ref : `#${change.number}`
    const why = fixes.length === 0 ? '' : `, fixes ${fixes.map(({ number }) => `#${number}`).join(', ')}`
    return `${name} ${how === 'lines' ? `wrote ${lines} of the lines` : 'changed the same functions'} (${functions.join(', ')})${why}`
  })
  return [
    ...changes,
    ...findings.map(({ gravity, title, text }) => `${gravity}: ${title}. ${text}`),
    ...facts.map(({ text, why }) => `${why}: ${text}`),
  ].join('\n')
}
