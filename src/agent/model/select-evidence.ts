/** What of everything that the model looked at belongs to its answer: what it cites, and the way there. */
import type { Evidence, Hop, PathNode } from '../answer.ts'
import { type Citing, pathNode } from '../findings/citing.ts'

export interface SelectedEvidence {
  /** Numbered as the text cites them; nodes that only lie on the way come last. */
  readonly entries: readonly { readonly key: string; readonly evidence: Evidence }[]
  readonly path: readonly Hop[]
}

const idOf = ({ kind, label, url }: PathNode) => `${kind} ${label} ${url}`

export function selectEvidence(
  citing: Citing,
  cited: readonly string[],
  subjects: readonly string[],
): SelectedEvidence {
  const entries = new Map(citing.book.entries().map((entry) => [entry.key, entry]))
  const idOfKey = (key: string) => {
    const entry = entries.get(key)
    return entry ? idOf(pathNode(entry)) : ''
  }
  const path = walkTo(new Set(cited.map(idOfKey)), [...subjects, ...cited].map(idOfKey), citing.path)
  const [subject] = subjects
  const onTheWay = new Set(path.flatMap(({ from, to }) => [idOf(from), idOf(to)]))
  const passed = [...entries.keys()].filter(
    (key) => !cited.includes(key) && (key === subject || onTheWay.has(idOfKey(key))),
  )
  const chosen = [...cited, ...passed].flatMap((key) => entries.get(key) ?? [])
  return {
    path,
    entries: chosen.map(({ key, evidence }, at) => {
      const role = subjects.includes(key) && evidence.role === 'mentioned' ? 'subject' : evidence.role
      return { key, evidence: { ...evidence, role, ref: at + 1 } }
    }),
  }
}

/** The hops that lead from the starts, tried in order, to the nodes that are wanted; each node is reached once. */
function walkTo(wanted: ReadonlySet<string>, starts: readonly string[], hops: readonly Hop[]): Hop[] {
  const reachedBy = new Map<string, Hop | null>()
  const kept = new Set<Hop>()
  for (const start of starts) {
    if (start === '' || reachedBy.has(start)) continue
    reachedBy.set(start, null)
    const queue = [start]
    for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
      for (const hop of hops) {
        const to = idOf(hop.to)
        if (idOf(hop.from) !== at || reachedBy.has(to)) continue
        reachedBy.set(to, hop)
        queue.push(to)
      }
    }
  }
  for (const node of wanted) {
    const chain: Hop[] = []
    for (let hop = reachedBy.get(node); hop && !kept.has(hop); hop = reachedBy.get(idOf(hop.from))) chain.unshift(hop)
    for (const hop of chain) kept.add(hop)
  }
  return [...kept]
}
