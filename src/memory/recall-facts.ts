import { storedKey } from '../graph/entities.ts'
import { textSearch } from '../graph/full-text.ts'
import { factsWorded } from '../graph/queries/facts-in-scope.ts'
import { factsNear } from '../graph/queries/facts-near.ts'
import type { Graph } from '../graph/types.ts'
import type { Fact } from './fact.ts'
import { loadFacts } from './load-facts.ts'
import type { Scope } from './scope.ts'

/** How a fact came up: about the subject itself, a neighbour of it in the code, or by its words alone. */
export type RecalledBy = 'self' | 'member' | 'container' | 'callee' | 'caller' | 'words'

export interface RecalledFact extends Fact {
  readonly by: RecalledBy
  /** Words of the question that it has, names left out as far as the caller leaves them out. */
  readonly shared: number
}

export interface Recall {
  /** Readable keys of what the question is about. */
  readonly refs: readonly string[]
  /** The question, to rank by. Without refs it is what facts are searched by. */
  readonly words: string
  /** What was believed before as well: superseded and retired facts of the subject. */
  readonly past: boolean
}

const MOST = { self: 6, near: 3, words: 3 }
const MOST_SEARCHED = 20
const BY_NEARNESS: readonly RecalledBy[] = ['self', 'member', 'container', 'callee', 'caller', 'words']

/** Facts worth knowing for a question, the most telling first; those out of date are among them, with their status. */
export async function recallFacts(graph: Graph, scope: Scope, { refs, words, past }: Recall): Promise<RecalledFact[]> {
  const asked = wordsOf(words)
  if (refs.length === 0) return recallByWords(graph, scope, asked, past)
  const rows = await graph.run(factsNear, { keys: refs.map(storedKey), scopes: [...scope.visible] })
  const by = new Map<string, RecalledBy>()
  for (const { fact, via } of rows) {
    const known = by.get(fact)
    if (known === undefined || BY_NEARNESS.indexOf(via) < BY_NEARNESS.indexOf(known)) by.set(fact, via)
  }
  const found = (await load(graph, [...by.keys()], asked, (key) => by.get(key) ?? 'self')).filter(isWanted(past))
  const self = found.filter((fact) => fact.by === 'self')
  // A neighbour's fact says something on this question only if it speaks of the same.
  const near = found.filter(
    (fact) => fact.by !== 'self' && fact.standing === 'held' && (fact.shared > 0 || isInside(fact)),
  )
  return [...ranked(self).slice(0, MOST.self), ...ranked(near).slice(0, MOST.near)]
}

const isInside = ({ by }: RecalledFact) => by === 'container' || by === 'member'

async function recallByWords(graph: Graph, scope: Scope, asked: ReadonlySet<string>, past: boolean) {
  if (asked.size === 0) return []
  const query = [...asked].join('|')
  const rows = await graph.run(factsWorded, { query, scopes: [...scope.visible], limit: MOST_SEARCHED })
  const facts = await load(
    graph,
    rows.map(({ fact }) => fact),
    asked,
    () => 'words',
  )
  const enough = Math.max(1, Math.ceil(asked.size / 2))
  return ranked(facts.filter(isWanted(past)).filter(({ shared }) => shared >= enough)).slice(0, MOST.words)
}

const isWanted =
  (past: boolean) =>
  ({ standing }: RecalledFact) =>
    past || standing === 'held'

async function load(
  graph: Graph,
  keys: readonly string[],
  asked: ReadonlySet<string>,
  by: (key: string) => RecalledBy,
): Promise<RecalledFact[]> {
  const facts = await loadFacts(graph, keys)
  return facts.map((fact) => {
    const own = wordsOf(fact.text)
    return { ...fact, by: by(storedKey(fact.ref)), shared: [...asked].filter((word) => own.has(word)).length }
  })
}

/** Held before ended, near before far, with more words in common first, then the newest. */
function ranked(facts: readonly RecalledFact[]): RecalledFact[] {
  const newest = ({ sources, confirmedAt }: RecalledFact) => confirmedAt ?? sources.at(-1)?.at ?? ''
  return [...facts].sort(
    (a, b) =>
      Number(a.standing !== 'held') - Number(b.standing !== 'held') ||
      b.shared - a.shared ||
      BY_NEARNESS.indexOf(a.by) - BY_NEARNESS.indexOf(b.by) ||
      (b.endedAt ?? newest(b)).localeCompare(a.endedAt ?? newest(a)) ||
      a.id.localeCompare(b.id),
  )
}

const wordsOf = (text: string) => new Set(textSearch(text)?.query?.split('|') ?? [])
