/**
 * `npm run eval -- prs <truth.jsonl> --repo <clone> [--at REV] [--json]`: which functions each pull request changed, by
 * whom and for which issues, against a truth made with CPython's `ast` on both sides of each merge.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openRepository } from '../src/git/open-repository.ts'
import type { GraphEdge } from '../src/graph/entities.ts'
import type { HistoryLayer } from '../src/ingest/desired-graph.ts'
import { historyOf } from './history-of.ts'
import { createTruthLimits, type TruthLimits } from './truth-limits.ts'

const place = z.object({ path: z.string(), qualname: z.string(), inner: z.boolean() })
const truthRow = z.object({
  number: z.number(),
  title: z.string(),
  merge_sha: z.string(),
  first_parent_sha: z.string(),
  author: z.string().nullable(),
  merged_by: z.string().nullable(),
  functions_after: z.array(place),
  functions_before: z.array(place),
  issues_kw_merge_msg: z.array(z.number()),
  issues_kw_pr_commits: z.array(z.number()),
  issues_changelog: z.array(z.number()),
  changelog_numbers_that_are_prs: z.array(z.number()),
})
type Truth = z.infer<typeof truthRow>

interface Difference {
  readonly number: number
  readonly what: 'missing' | 'extra' | 'issue missing' | 'issue extra' | 'author' | 'merger' | 'not recognised'
  readonly detail: string
}

export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { repo: { type: 'string' }, at: { type: 'string' }, json: { type: 'boolean' } },
  })
  const [file] = positionals
  if (file === undefined || values.repo === undefined) {
    process.stderr.write('usage: eval prs <truth.jsonl> --repo <clone> [--at REV] [--json]\n')
    return 2
  }
  const truths = (await readFile(file, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => truthRow.parse(JSON.parse(line)))
  const layer = await historyOf(values.repo, values.at)
  const { gitDir } = await openRepository(values.repo)
  const limits = createTruthLimits(gitDir, new Map(truths.map((truth) => [truth.merge_sha, issuesOf(truth)])))
  const result = await compare(truths, layer, limits)
  process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : table(result))
  return result.precision >= 0.995 && result.recall >= 0.995 ? 0 : 1
}

interface Comparison {
  readonly pull_requests: number
  readonly recognised: number
  readonly edges: number
  readonly precision: number
  readonly recall: number
  /** Functions that moved as they are, which a diff by lines does not see. */
  readonly pure_moves: number
  readonly issues_recall: number
  readonly issues_precision: number
  readonly authors_right: number
  /** The same three with every difference counted, also those that the truth's limits explain. */
  readonly raw: {
    readonly issues_recall: number
    readonly issues_precision: number
    readonly authors_right: number
  }
  /** Differences that the truth's limits explain (truth-limits.ts), which only the raw figures count. */
  readonly set_aside: { readonly issues_missing: number; readonly issues_extra: number; readonly authors: number }
  readonly mergers_right: number
  readonly differences: readonly Difference[]
}

const issuesOf = (truth: Truth) =>
  new Set([...truth.issues_kw_merge_msg, ...truth.issues_kw_pr_commits, ...truth.issues_changelog])

async function compare(truths: readonly Truth[], { part }: HistoryLayer, limits: TruthLimits): Promise<Comparison> {
  const known = new Set(part.nodes.map(({ key }) => key))
  const names = new Map(part.nodes.map(({ key, props }) => [key, [String(props.name), String(props.login)]]))
  const bySource = new Map<string, GraphEdge[]>()
  const peopleOf = new Map<string, GraphEdge[]>()
  const packed = (part.packed ?? []).flatMap(({ from, edge }) => Array.from(from, (_, index) => edge(index)))
  for (const edge of [...part.edges, ...packed]) {
    const [map, key] =
      edge.label === 'AUTHORED' || edge.label === 'MERGED' ? [peopleOf, edge.to] : [bySource, edge.from]
    map.set(key, [...(map.get(key) ?? []), edge])
  }
  const differences: Difference[] = []
  const edges = { right: 0, extra: 0, missing: 0, pureMoves: 0 }
  const issues = { right: 0, extra: 0, missing: 0 }
  const people = { authors: 0, authorsRight: 0, mergers: 0, mergersRight: 0 }
  const aside = { missing: 0, extra: 0, authors: 0, authorsRight: 0 }
  let recognised = 0
  for (const truth of truths) {
    const key = `pr:${truth.number}`
    const report = (what: Difference['what'], detail: string) =>
      differences.push({ number: truth.number, what, detail })
    if (known.has(key)) recognised++
    else report('not recognised', `${truth.merge_sha.slice(0, 10)} ${truth.title}`)

    const expected = new Set(
      [...truth.functions_after, ...truth.functions_before].filter(({ inner }) => inner).map(placeId),
    )
    const found = (bySource.get(key) ?? []).filter(({ label }) => label === 'MODIFIES')
    const covered = new Set<string>()
    for (const edge of found) {
      const ids = placesOf(edge)
      for (const id of ids) covered.add(id)
      if (ids.some((id) => expected.has(id))) edges.right++
      else if (edge.props.kind === 'moved') edges.pureMoves++
      else {
        edges.extra++
        report('extra', `${edge.props.kind} ${ids.join(' <- ')}`)
      }
    }
    for (const id of expected) {
      if (covered.has(id)) continue
      edges.missing++
      report('missing', id)
    }

    const wanted = issuesOf(truth)
    const fixed = (bySource.get(key) ?? [])
      .filter(({ label }) => label === 'FIXES')
      .map(({ to }) => Number(to.slice(6)))
    for (const number of wanted) {
      if (fixed.includes(number)) issues.right++
      else if (await limits.isNotFixed(truth, number)) aside.missing++
      else {
        issues.missing++
        report('issue missing', `#${number}`)
      }
    }
    for (const number of fixed) {
      if (wanted.has(number)) continue
      if (await limits.namedByRole(truth, number)) aside.extra++
      else {
        issues.extra++
        report('issue extra', `#${number}`)
      }
    }

    const namesOf = (label: string) =>
      (peopleOf.get(key) ?? [])
        .filter((edge) => edge.label === label && (label === 'MERGED' || edge.props.order === 0))
        .flatMap(({ from }) => names.get(from) ?? [])
    const isRight = truth.author !== null && isNamed(namesOf('AUTHORED'), truth.author)
    if (truth.author !== null && (await limits.joinsBranches(truth))) {
      aside.authors++
      if (isRight) aside.authorsRight++
    } else if (truth.author !== null) {
      people.authors++
      if (isRight) people.authorsRight++
      else report('author', `${namesOf('AUTHORED').join(' = ') || 'nobody'} instead of ${truth.author}`)
    }
    if (truth.merged_by !== null) {
      people.mergers++
      if (isNamed(namesOf('MERGED'), truth.merged_by)) people.mergersRight++
      else report('merger', `${namesOf('MERGED').join(' = ') || 'nobody'} instead of ${truth.merged_by}`)
    }
  }
  return {
    pull_requests: truths.length,
    recognised,
    edges: edges.right + edges.missing,
    precision: share(edges.right, edges.right + edges.extra),
    recall: share(edges.right, edges.right + edges.missing),
    pure_moves: edges.pureMoves,
    issues_recall: share(issues.right, issues.right + issues.missing),
    issues_precision: share(issues.right, issues.right + issues.extra),
    authors_right: share(people.authorsRight, people.authors),
    raw: {
      issues_recall: share(issues.right, issues.right + issues.missing + aside.missing),
      issues_precision: share(issues.right, issues.right + issues.extra + aside.extra),
      authors_right: share(people.authorsRight + aside.authorsRight, people.authors + aside.authors),
    },
    set_aside: { issues_missing: aside.missing, issues_extra: aside.extra, authors: aside.authors },
    mergers_right: share(people.mergersRight, people.mergers),
    differences,
  }
}

const placeId = ({ path, qualname }: { path: string; qualname: string }) => `${path}::${qualname}`

/** The function's name after the change and before it, where that was another one. */
function placesOf({ props }: GraphEdge): string[] {
  const now = `${props.path}::${props.qualified_name}`
  const was = `${props.was_path ?? props.path}::${props.was_qualified_name ?? props.qualified_name}`
  return was === now ? [now] : [now, was]
}

const isNamed = (found: readonly string[], name: string) =>
  found.some((each) => each.toLowerCase() === name.toLowerCase())
const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)
const percent = (value: number) => `${(100 * value).toFixed(2)} %`

/** No figure looks better than it is: what was set aside is said beside it. */
const besideRaw = (adjusted: number, raw: number, setAside: number) =>
  setAside === 0
    ? percent(adjusted)
    : `${percent(adjusted)}; ${percent(raw)} with the ${setAside} set aside by truth-limits.ts`

function table(result: Comparison): string {
  const { set_aside } = result
  const rows = [
    ['pull requests recognised', `${result.recognised} of ${result.pull_requests}`],
    ['edges in the truth', `${result.edges}`],
    ['precision', percent(result.precision)],
    ['recall', percent(result.recall)],
    ['pure moves beside them', `${result.pure_moves}`],
    ['issues: recall', besideRaw(result.issues_recall, result.raw.issues_recall, set_aside.issues_missing)],
    ['issues: precision', besideRaw(result.issues_precision, result.raw.issues_precision, set_aside.issues_extra)],
    ['main author right', besideRaw(result.authors_right, result.raw.authors_right, set_aside.authors)],
    ['merger right', percent(result.mergers_right)],
  ]
  const lines = rows.map(([name = '', value]) => `${name.padEnd(26)} ${value}`)
  const differences = result.differences.map(({ number, what, detail }) => `  #${number}  ${what.padEnd(14)} ${detail}`)
  return `${[...lines, '', `${differences.length} differences`, ...differences].join('\n')}\n`
}
