/** Who calls what changed, as a Mermaid flow chart. */
import type { CallEdge, ChangedFunction } from '../review-document.ts'
import { plainLine } from './escape-text.ts'

const MOST_CHANGED = 12
const MOST_EDGES = 24
const LONGEST_LABEL = 60
/** Edges below this are drawn dotted. */
const SURE = 0.7

/** Null where nothing that changed is called. Callers that are tests are left out: they are counted elsewhere. */
export function renderBlastRadius(functions: readonly ChangedFunction[], callers: readonly CallEdge[]): string | null {
  const edges = callers.filter(({ test }) => !test)
  if (edges.length === 0) return null
  const shown = edges.slice(0, MOST_EDGES)
  const changed = new Map(functions.map((each) => [each.ref, each.qualified_name]))
  const titles = new Map(
    shown.flatMap(
      ({ from, to, to_name }) =>
        [
          [from.ref, from.title],
          [to, to_name],
        ] as const,
    ),
  )
  const isAmbiguous = (title: string) => [...titles.values()].filter((each) => each === title).length > 1
  const ids = new Map<string, string>()
  const lines: string[] = []
  const nodeOf = (ref: string, title: string) => {
    const known = ids.get(ref)
    if (known !== undefined) return known
    const id = `n${ids.size}`
    ids.set(ref, id)
    const where = isAmbiguous(title) ? ` in ${pathOf(ref)}` : ''
    lines.push(`  ${id}["${label(title + where)}"]${changed.has(ref) ? ':::changed' : ''}`)
    return id
  }
  for (const { ref, test, qualified_name } of functions.slice(0, MOST_CHANGED)) {
    if (!test && shown.some(({ to }) => to === ref)) nodeOf(ref, qualified_name)
  }
  const drawn = new Set<string>()
  for (const { from, to, to_name, confidence } of shown) {
    const arrow = confidence >= SURE ? '-->' : '-.->'
    const line = `  ${nodeOf(from.ref, from.title)} ${arrow} ${nodeOf(to, changed.get(to) ?? to_name)}`
    if (!drawn.has(line)) lines.push(line)
    drawn.add(line)
  }
  if (edges.length > shown.length) lines.push(`  more["${edges.length - shown.length} more calls"]:::more`)
  return [
    '```mermaid',
    'flowchart LR',
    ...lines,
    '  classDef changed stroke-width:3px',
    '  classDef more stroke-dasharray:3',
    '```',
  ].join('\n')
}

/** Of a readable key. */
const pathOf = (ref: string) => ref.slice(ref.indexOf(':') + 1).split('::', 1)[0] ?? ref

/** Everything but plain characters goes as Mermaid's entity code, so that no name ends a label, a line or the block. */
function label(text: string): string {
  return Array.from(plainLine(text, LONGEST_LABEL), (character) =>
    /[\p{L}\p{N} ._/…:-]/u.test(character) ? character : `#${character.codePointAt(0)};`,
  ).join('')
}
