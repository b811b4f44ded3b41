import { findReferences } from './find-references.ts'

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|resp|no|approx|ca|fig|sec|v|Dr|Mr|Ms|St)|\b[A-Z])\.$/
const END = /[.!?][)\]"'”’*_]*\s+(?=[A-Z0-9`“"'#@[*_(])|[。！？][”）」]*/g

/** Pieces of a line that together are the line; full stops inside names, code and links end nothing. */
export function splitSentences(line: string): string[] {
  const masked = findReferences(line).reduce(
    (text, { start, end }) =>
      text.slice(0, start) +
      (line[start] === '[' || line[start] === '`' ? '`' : 'A') +
      'x'.repeat(end - start - 1) +
      text.slice(end),
    line,
  )
  const sentences: string[] = []
  let from = 0
  for (const match of masked.matchAll(END)) {
    const stop = match.index + match[0].trimEnd().length
    if (ABBREVIATION.test(masked.slice(from, match.index + 1))) continue
    const next = citationsAt(line, stop)
    sentences.push(line.slice(from, next))
    from = next
  }
  if (from < line.length) sentences.push(line.slice(from))
  return sentences
}

/** "It was so. [1] Then …": the citations behind a full stop belong to the sentence before. */
function citationsAt(line: string, stop: number): number {
  return stop + (/^(?:\s*\[\d[\d,\s]*\])*\s*/.exec(line.slice(stop))?.[0].length ?? 0)
}
