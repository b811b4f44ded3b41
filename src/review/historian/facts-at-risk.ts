/** Facts that the change would make stale. */
import { storedKey } from '../../graph/entities.ts'
import { factsNear } from '../../graph/queries/facts-near.ts'
import { loadFacts } from '../../memory/load-facts.ts'
import { WORKSPACE_SCOPE } from '../../memory/scope.ts'
import type { ReviewContext } from '../review-context.ts'
import type { FactAtRisk } from '../review-document.ts'
import type { Target } from '../task.ts'

/**
 * Facts that hold today and are about functions whose code the change alters or removes; what was learnt in private is left out.
 * A fact that is stale already is no news.
 */
export async function factsAtRisk({ graph, task, links }: ReviewContext): Promise<FactAtRisk[]> {
  const targets = new Map<string, Target>()
  for (const target of task.functions) {
    const ref = task.refs.get(target.was?.ref ?? '')
    if (ref !== undefined && isAltered(target)) targets.set(ref, target)
  }
  if (targets.size === 0) return []
  const near = await graph.run(factsNear, { keys: [...targets.keys()].map(storedKey), scopes: [WORKSPACE_SCOPE] })
  const keys = [...new Set(near.filter(({ via }) => via === 'self').map(({ fact }) => fact))].sort()
  const facts = await loadFacts(graph, keys)
  return facts.flatMap((fact): FactAtRisk[] => {
    if (fact.standing !== 'held' || fact.status === 'stale' || fact.status === 'gone') return []
    const about = fact.about.flatMap(({ ref }) => targets.get(ref) ?? [])
    const [first] = about
    if (first === undefined) return []
    const side = first.now ?? first.was
    return [
      {
        id: fact.id,
        text: fact.text,
        about: about.map(({ was, now }) => (was ?? now)?.qualified_name ?? ''),
        why: about.some(({ now }) => now === null) ? 'code-removed' : 'code-changed',
        url: side && (first.now === null ? links.base : links.head).code(side.path, side.start_line, side.end_line),
      },
    ]
  })
}

/** Comments and layout are not part of a fingerprint: they make nothing stale. */
const isAltered = ({ was, now }: Target) => was !== null && (now === null || was.fingerprint !== now.fingerprint)
