export interface ShownNode {
  readonly node: string
  readonly label: string
  readonly props: Readonly<Record<string, unknown>>
  readonly edges: readonly {
    readonly edge: string
    readonly direction: 'out' | 'in'
    readonly other: string
    readonly title: string | null
    readonly at: string | null
    readonly props: Readonly<Record<string, unknown>>
  }[]
}

/** Edges of one kind that are listed; the rest are counted, `--json` has all. */
const LISTED = 12
const WIDTH = 80

/** For the search of words, not for people. */
const HIDDEN = new Set(['words'])
/** The body of these is JSON, for programs. */
const OF_REVIEWS = new Set(['Task', 'Note'])

/** The node's key, its properties, and its edges by kind, newest first where they have a time. */
export function wordNode({ node, label, props, edges }: ShownNode): string {
  const lines = [`${label}  ${node}`]
  for (const [name, value] of Object.entries(props)) {
    const isHidden = HIDDEN.has(name) || (name === 'body' && OF_REVIEWS.has(label))
    if (value !== null && value !== '' && !isHidden) lines.push(clip(`  ${name.padEnd(14)} ${wordValue(value)}`))
  }
  const kinds = new Map<string, ShownNode['edges'][number][]>()
  for (const edge of edges) {
    const arrow = edge.direction === 'out' ? `— ${edge.edge} →` : `← ${edge.edge} —`
    kinds.set(arrow, [...(kinds.get(arrow) ?? []), edge])
  }
  for (const [arrow, group] of [...kinds].sort(([a], [b]) => a.localeCompare(b))) {
    lines.push('', `${arrow}  ${group.length}`)
    const sorted = group.sort((a, b) => (b.at ?? '').localeCompare(a.at ?? '') || a.other.localeCompare(b.other))
    for (const edge of sorted.slice(0, LISTED)) lines.push(clip(`  ${wordEdge(edge)}`))
    if (sorted.length > LISTED) lines.push(`  … and ${sorted.length - LISTED} more (--json lists all)`)
  }
  return lines.join('\n')
}

function wordEdge({ other, title, at, props }: ShownNode['edges'][number]): string {
  const facts = Object.entries(props)
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => `${name} ${value}`)
  const named = title === null || other.endsWith(title) ? '' : `  ${title}`
  return `${at === null ? '' : `${at.slice(0, 10)}  `}${other.replace(/^commit:(.{10}).*/, 'commit:$1')}${named}${facts.length ? `  (${facts.join(', ')})` : ''}`
}

const wordValue = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value)).replace(/\s+/g, ' ')

const clip = (line: string) => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line)
