/** What of the news concerns somebody's own code. */
import { storedKey } from '../graph/entities.ts'
import { changesToCodeOf } from '../graph/queries/changes-to-code-of.ts'
import { functionsByKey } from '../graph/queries/functions-worded.ts'
import { peopleCalled } from '../graph/queries/people-called.ts'
import type { PullSince } from '../graph/queries/pulls-since.ts'
import type { Graph } from '../graph/types.ts'
import type { Fact } from '../memory/fact.ts'
import { expertsOf } from './experts-of.ts'
import type { ToldPull } from './gather-pulls.ts'

export interface Owner {
  readonly ref: string
  readonly login: string | null
  readonly name: string
}

/** Owning is knowing best, or second best. */
const OWNERS = 2

/** Null for a name or login that nobody in the repository's history has. */
export async function findOwner(graph: Graph, name: string): Promise<Owner | null> {
  const [person] = await graph.run(peopleCalled, { name: name.replace(/^@/, '') })
  return person ? { ref: person.ref, login: person.login, name: person.name ?? `@${person.login ?? '?'}` } : null
}

/** Facts about functions that the person owns. */
export async function ownFacts(graph: Graph, facts: readonly Fact[], owner: Owner): Promise<Fact[]> {
  const keys = [...new Set(facts.flatMap(({ about }) => about.map(({ ref }) => ref)).filter(isFunction))].map(storedKey)
  const functions = keys.length === 0 ? [] : await graph.run(functionsByKey, { keys })
  const owned = new Set<string>()
  for (const each of functions) {
    const { experts } = await expertsOf(graph, each, null)
    if (experts.slice(0, OWNERS).some(({ person }) => person.ref === owner.ref)) owned.add(each.key)
  }
  return facts.filter(({ about }) => about.some(({ ref }) => owned.has(storedKey(ref))))
}

const isFunction = (ref: string) => ref.startsWith('function:')

/** Pull requests of the person's, and of others to code that the person has written. What one did oneself is no news. */
export async function ownPulls(graph: Graph, pulls: readonly PullSince[], owner: Owner): Promise<ToldPull[]> {
  const changes = pulls.map(({ ref }) => storedKey(ref))
  const rows = changes.length === 0 ? [] : await graph.run(changesToCodeOf, { changes, person: storedKey(owner.ref) })
  const touched = new Map(rows.map(({ ref, functions }) => [ref, functions]))
  const isOwner = ({ ref }: { readonly ref: string }) => ref === owner.ref
  return pulls.flatMap((pull) => {
    const { authors, mergers, merged_at, reviews } = pull
    const touches = authors.some(isOwner) ? [] : (touched.get(pull.ref) ?? [])
    if (!authors.some(isOwner) && touches.length === 0) return []
    const others = reviews.filter((review) => !isOwner(review))
    return [{ ...pull, merged_at: mergers.some(isOwner) ? null : merged_at, reviews: others, touches }]
  })
}
