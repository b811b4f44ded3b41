import { NotFoundError, UserError } from '../errors.ts'
import { factsInScope } from '../graph/queries/facts-in-scope.ts'
import type { Graph } from '../graph/types.ts'
import type { Fact, FactStatus } from './fact.ts'
import { loadFacts } from './load-facts.ts'
import type { Scope } from './scope.ts'

/** Statuses that somebody should look at. */
const OUT_OF_DATE: readonly FactStatus[] = ['stale', 'gone', 'weakened']

/** Every fact that may be seen, newest first; `stale`: those that are held and out of date. */
export async function listFacts(graph: Graph, scope: Scope, options: { stale?: boolean } = {}): Promise<Fact[]> {
  const rows = await graph.run(factsInScope, { scopes: [...scope.visible] })
  const facts = await loadFacts(
    graph,
    rows.map(({ fact }) => fact),
  )
  return options.stale ? facts.filter((fact) => fact.standing === 'held' && OUT_OF_DATE.includes(fact.status)) : facts
}

/**
 * The one fact that is meant: by its id or the beginning of it, or by words that only its text has. Throws NotFoundError, also
 * for a fact of another scope, and UserError listing them when several fit.
 */
export async function findFact(graph: Graph, scope: Scope, wanted: string): Promise<Fact> {
  const text = wanted.trim().toLowerCase()
  const facts = text === '' ? [] : await listFacts(graph, scope)
  const byId = facts.filter(({ id }) => id.startsWith(text.replace(/^fact:/, '')))
  const found = byId.length > 0 ? byId : facts.filter((fact) => fact.text.toLowerCase().includes(text))
  const [only, ...others] = found
  if (only === undefined) {
    throw new NotFoundError(`There is no fact ${wanted.trim() || '(none named)'} here.`, 'See `facts` for their ids.')
  }
  if (others.length > 0) {
    const lines = found.slice(0, 10).map(({ id, text: said }) => `  ${id}  ${said}`)
    throw new UserError(`Several facts fit:\n${lines.join('\n')}`, 'Name one by its id.', { exitCode: 2 })
  }
  return only
}
