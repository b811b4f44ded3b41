/**
 * `npm run eval -- reviewers --repos <folder of clones> [--repo NAME …] [--part tuning|test] [--json]`: whom the ranking of
 * reviewers would have named for past pull requests, from git alone. Clones: `click` and `pytest` unless others are named.
 *
 * - Asked: the last 30 % of the pull requests that changed a function outside of tests, in the order of their merges. Only what
 *   came into the branch before a pull request ranks people for it. The numbers in `rank-reviewers.ts` were chosen on the part
 *   from 35 % to 70 % (`--part tuning`), never on the last 30 %.
 * - Git does not record reviews. What it does record is who put a hand to a pull request, so the truth is told twice:
 *   `helpers`, whoever else had a part in it (merged it, is a further author), while its author is taken out of every ranking;
 *   and `authors`, whoever wrote it. Bots and people with no earlier change do not count; a pull request without truth is left out.
 * - Baselines: who changed these functions last; who did most often; who wrote most changes of the repository in the 365 days
 *   before. Shown beside them, since it knows half of the one truth: who wrote or merged most.
 *
 * Exit code 0 when top-1 and MRR are at least those of the best baseline everywhere, and better somewhere.
 */
import { parseArgs } from 'node:util'
import { findClones } from '../bench/find-clones.ts'
import { table } from '../bench/table.ts'
import { isTestPath } from '../src/code/is-test-path.ts'
import { isOwnChange } from '../src/experts/is-own-change.ts'
import { isDeleted } from '../src/experts/rank-experts.ts'
import { type Activity, rankReviewers } from '../src/experts/rank-reviewers.ts'
import type { HistoryRow } from '../src/graph/queries/history.ts'
import type { PersonRow } from '../src/graph/queries/rows.ts'
import { historyOf } from './history-of.ts'
import { type PastChange, readChanges } from './read-changes.ts'

const PARTS = { tuning: [0.35, 0.7], test: [0.7, 1] } as const
const YEAR_MS = 365 * 24 * 60 * 60 * 1000
const TRUTHS = ['helpers', 'authors'] as const
type Truth = (typeof TRUTHS)[number]
const OURS = 'RepoBrain'
const WITH_MERGES = 'the same with merges'

/** What was known when a pull request came in. */
interface Moment {
  readonly pull: PastChange
  /** Earlier changes of the functions it touches and of the files around, newest first. */
  readonly functions: readonly (readonly HistoryRow[])[]
  readonly files: readonly (readonly HistoryRow[])[]
  /** Changes of the 365 days before. */
  readonly lately: readonly PastChange[]
  /** Whoever had a part in an earlier change. */
  readonly known: ReadonlySet<string>
}

type Ranking = (moment: Moment) => readonly string[]

export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      repos: { type: 'string' },
      repo: { type: 'string', multiple: true, default: ['click', 'pytest'] },
      part: { type: 'string', default: 'test' },
      json: { type: 'boolean' },
    },
  })
  const part = PARTS[values.part as keyof typeof PARTS]
  if (values.repos === undefined || part === undefined) {
    process.stderr.write(
      'usage: eval reviewers --repos <folder of clones> [--repo NAME …] [--part tuning|test] [--json]\n',
    )
    return 2
  }
  const clones = findClones(values.repos, [])
  const results: Result[] = []
  for (const name of values.repo) {
    const clone = clones.find((each) => each.name === name || each.name.endsWith(`+${name}`))
    if (clone === undefined) throw new Error(`No clone of ${name} in ${values.repos}`)
    const moments = momentsOf(readChanges(await historyOf(clone.path, undefined)), part)
    for (const truth of TRUTHS) results.push(...measure(name, truth, moments))
  }
  process.stdout.write(values.json ? `${JSON.stringify(results)}\n` : `${report(results)}\n`)
  return isGood(results) ? 0 : 1
}

function momentsOf(changes: readonly PastChange[], [from, to]: readonly [number, number]): Moment[] {
  const touched = changes.map((change) => change.functions.filter(({ row }) => isOwnChange(row)))
  const source = touched.map((functions) => functions.filter(({ path }) => !isTestPath(path)))
  const asked = changes.flatMap(({ isPull }, index) => (isPull && source[index]?.length ? [index] : []))
  const chosen = new Set(asked.slice(Math.floor(asked.length * from), Math.floor(asked.length * to)))
  const byFunction = new Map<string, HistoryRow[]>()
  const byFile = new Map<string, HistoryRow[]>()
  const known = new Set<string>()
  const moments: Moment[] = []
  for (const [index, pull] of changes.entries()) {
    if (chosen.has(index)) {
      const functions = source[index] ?? []
      const pastOf = (past: typeof byFile, keys: readonly string[]) =>
        [...new Set(keys)].map((key) => (past.get(key) ?? []).toReversed())
      moments.push({
        pull,
        functions: pastOf(
          byFunction,
          functions.map(({ key }) => key),
        ),
        files: pastOf(
          byFile,
          functions.map(({ path }) => path),
        ),
        lately: changes.slice(0, index).filter(({ time }) => time <= pull.time && time > pull.time - YEAR_MS),
        known: new Set(known),
      })
    }
    for (const { key, row } of touched[index] ?? []) append(byFunction, key, row)
    for (const [path, row] of new Map((touched[index] ?? []).map(({ path, row }) => [path, row]))) {
      append(byFile, path, row)
    }
    for (const { ref } of [...pull.authors, ...pull.mergers]) known.add(ref)
  }
  return moments
}

const RANKINGS: Readonly<Record<string, Ranking>> = {
  'last modifier': ({ functions }) => {
    const times = functions.flat().map(({ at, authors }) => ({ authors, value: at === null ? 0 : Date.parse(at) }))
    return ranked(times, Math.max)
  },
  'most frequent modifier': ({ functions }) => ranked(functions.flat().map(once), sum),
  'most active, 365 days': ({ lately }) => ranked(lately.map(once), sum),
  [WITH_MERGES]: ({ lately }) =>
    ranked(
      lately.map(({ authors, mergers }) => once({ authors: distinct([...authors, ...mergers]) })),
      sum,
    ),
  [OURS]: ({ functions, files, lately, pull }) =>
    rankReviewers({ functions, files, activity: lately.flatMap(activityOf), now: pull.time })
      .map(({ person }) => person)
      .filter(isPerson)
      .map(({ ref }) => ref),
}

const sum = (a: number, b: number) => a + b
const once = ({ authors }: Pick<PastChange, 'authors'>) => ({ authors, value: 1 })

/** People by what `join` makes of the values of their changes, the highest first. */
function ranked(
  changes: readonly { readonly authors: readonly PersonRow[]; readonly value: number }[],
  join: (a: number, b: number) => number,
): string[] {
  const values = new Map<string, number>()
  for (const { authors, value } of changes) {
    for (const { ref } of authors.filter(isPerson)) values.set(ref, join(values.get(ref) ?? 0, value))
  }
  return [...values].sort(([, a], [, b]) => b - a).map(([ref]) => ref)
}

function activityOf({ authors, mergers, time }: PastChange): Activity[] {
  const day = new Date(time).toISOString().slice(0, 10)
  const wrote = new Set(authors.map(({ ref }) => ref))
  return [
    ...authors.map((person) => ({ person, how: 'authored' as const, day, changes: 1 })),
    ...mergers
      .filter(({ ref }) => !wrote.has(ref))
      .map((person) => ({ person, how: 'merged' as const, day, changes: 1 })),
  ]
}

interface Result {
  readonly repository: string
  readonly truth: Truth
  readonly ranking: string
  readonly pull_requests: number
  /** Percent. */
  readonly top1: number
  readonly top3: number
  readonly mrr: number
}

function measure(repository: string, truth: Truth, moments: readonly Moment[]): Result[] {
  const asked = moments
    .map((moment) => ({ moment, wanted: truthOf(moment, truth) }))
    .filter(({ wanted }) => wanted.size > 0)
  return Object.entries(RANKINGS).map(([ranking, rank]) => {
    const places = asked.map(({ moment, wanted }) => {
      const author = truth === 'helpers' ? moment.pull.authors[0]?.ref : undefined
      return (
        rank(moment)
          .filter((ref) => ref !== author)
          .findIndex((ref) => wanted.has(ref)) + 1
      )
    })
    const within = (most: number) => places.filter((place) => place > 0 && place <= most).length
    const mean = (total: number) => (asked.length === 0 ? 0 : total / asked.length)
    return {
      repository,
      truth,
      ranking,
      pull_requests: asked.length,
      top1: 100 * mean(within(1)),
      top3: 100 * mean(within(3)),
      mrr: mean(places.reduce((total, place) => total + (place > 0 ? 1 / place : 0), 0)),
    }
  })
}

function truthOf({ pull, known }: Moment, truth: Truth): Set<string> {
  const people = truth === 'authors' ? pull.authors : [...pull.authors.slice(1), ...pull.mergers]
  const author = truth === 'helpers' ? pull.authors[0]?.ref : undefined
  return new Set(
    people.filter((each) => isPerson(each) && known.has(each.ref) && each.ref !== author).map(({ ref }) => ref),
  )
}

function isGood(results: readonly Result[]): boolean {
  const gains = results
    .filter(({ ranking }) => ranking === OURS)
    .flatMap(({ repository, truth, top1, mrr }) => {
      const others = results.filter(
        (each) => each.repository === repository && each.truth === truth && ![OURS, WITH_MERGES].includes(each.ranking),
      )
      return [top1 - Math.max(...others.map((each) => each.top1)), mrr - Math.max(...others.map((each) => each.mrr))]
    })
  return gains.every((gain) => gain >= 0) && gains.some((gain) => gain > 0)
}

const report = (results: readonly Result[]) =>
  table(
    ['repository', 'truth', 'pull requests', 'ranking', 'top-1', 'top-3', 'MRR'],
    results.map(({ repository, truth, ranking, pull_requests, top1, top3, mrr }) => [
      repository,
      truth,
      pull_requests,
      ranking,
      `${top1.toFixed(1)} %`,
      `${top3.toFixed(1)} %`,
      mrr.toFixed(3),
    ]),
  )

const isPerson = (person: PersonRow) => !person.bot && !isDeleted(person)

const distinct = (people: readonly PersonRow[]) => [...new Map(people.map((each) => [each.ref, each])).values()]

function append(map: Map<string, HistoryRow[]>, key: string, row: HistoryRow): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [row])
  else list.push(row)
}
