/** `verify`: an old answer held against the graph of today. Exit code 1 when part of it no longer holds. */
import { type VerifiedEpisode, type VerifiedHop, verifyEpisode } from '../memory/verify-episode.ts'
import type { CommandContext } from './command.ts'
import { openMemory } from './open-memory.ts'

export async function run(context: CommandContext, [id]: [string], options: { repo?: string }): Promise<number> {
  const { graph, repository } = await openMemory(context, options.repo)
  const verified = await verifyEpisode(graph, id)
  context.print(wordVerified(verified))
  context.printJson({ repository, ...verified })
  return verified.hops.every(({ verdict }) => verdict === 'holds') ? 0 : 1
}

function wordVerified({ question, at, commit, commitNow, hops, queries, moved }: VerifiedEpisode): string {
  const short = (sha: string | null) => sha?.slice(0, 7) ?? 'no commit'
  const same = commit === commitNow ? 'the same commit today' : `today at ${short(commitNow)}`
  const changed = queries.filter((query) => !query.same)
  return [
    `“${question.replace(/\s+/g, ' ').slice(0, 200)}” was answered on ${at.slice(0, 10)} at ${short(commit)}; ${same}.`,
    ...(['gone', 'changed', 'holds'] as const).flatMap((verdict) => section(verdict, hops)),
    ...(moved.length > 0 ? ['', 'Moved:', ...moved.map(({ was, now }) => `  ${was} → ${now}`)] : []),
    '',
    `${queries.length - changed.length} of ${queries.length} queries give the rows they gave.`,
    ...changed.map(({ name, rowsThen, rowsNow }) => `  ${name}: ${rowsThen} then, ${rowsNow} now`),
  ].join('\n')
}

const TITLES = { gone: 'No longer there', changed: 'There, but the code changed', holds: 'Holds' }

function section(verdict: VerifiedHop['verdict'], all: readonly VerifiedHop[]): string[] {
  const hops = all.filter((hop) => hop.verdict === verdict)
  if (hops.length === 0) return []
  return ['', `${TITLES[verdict]} (${hops.length}):`, ...hops.map(wordHop)]
}

function wordHop({ from, edge, direction, to, because }: VerifiedHop): string {
  const arrow = direction === 'out' ? `— ${edge} →` : `← ${edge} —`
  return `  ${from} ${arrow} ${to}${because.length > 0 ? `  (${because.join(', ')})` : ''}`
}
