/** A text by lines, numbered from 1; only a line feed ends one, as for git. */
export interface SourceLines {
  readonly text: string
  /** From the first to the last of the lines, both included. */
  between(start: number, end: number): string
}

export function readLines(text: string): SourceLines {
  let starts: number[] | null = null
  return {
    text,
    between(start, end) {
      starts ??= lineStarts(text)
      return text.slice(starts[start - 1] ?? text.length, starts[end] ?? text.length)
    },
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
