const MAX_LINES = 3

/** Where names may be broken, best joints first: the parts of a path, then words, then anywhere. */
const JOINTS = [/(?<=[./\s]|::)(?=[^./\s:])/, /(?<=[_-])(?=[^_-])|(?<=[a-z0-9])(?=[A-Z])/, /(?:)/u] as const

/** Breaks a name into lines no wider than `width`. What does not fit three lines ends in `…`. */
export function wrapLabel(text: string, width: number, measure: (text: string) => number): readonly string[] {
  const fits = (line: string) => measure(line.trimEnd()) <= width
  const lines = ['']
  for (const part of splitToFit(text.replace(/\s+/g, ' ').trim(), fits)) {
    const line = (lines.at(-1) ?? '') + part
    if (fits(line)) lines[lines.length - 1] = line
    else lines.push(part)
  }
  const trimmed = lines.map((line) => line.trim())
  if (trimmed.length <= MAX_LINES) return trimmed
  const last = [...(trimmed[MAX_LINES - 1] ?? '')]
  while (last.length > 0 && !fits(`${last.join('')}…`)) last.pop()
  return [...trimmed.slice(0, MAX_LINES - 1), `${last.join('')}…`]
}

function splitToFit(text: string, fits: (part: string) => boolean, level = 0): string[] {
  const joint = JOINTS[level]
  if (joint === undefined || fits(text)) return [text]
  return text.split(joint).flatMap((part) => splitToFit(part, fits, level + 1))
}
