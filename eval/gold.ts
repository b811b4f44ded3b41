/**
 * `npm run eval -- gold <gold.jsonl> --repos <folder of clones> [--data DIR] [--only ID,…] [--answers] [--json]`: questions as
 * developers ask them, each at its own commit, through the whole pipeline: ingest from git alone, graph-only answer. Exit
 * code 0 when the shares in `TARGETS` are reached.
 */
import { table } from '../bench/table.ts'
import { askRepository } from '../handlers/ask-repository.ts'
import type { Answer } from '../src/agent/answer.ts'
import { openRepository } from '../src/git/open-repository.ts'
import type { CommitRecord } from '../src/git/types.ts'
import { type GoldItem, judgeAnswer, type Verdict } from './judge-answer.ts'
import { type GoldOptions, readGold, readGoldOptions, visitGold } from './visit-gold.ts'

/** Acceptance shares in percent; the last is a share of answers free of what must not be there. */
const TARGETS = {
  subject: 95,
  pull_requests: 95,
  issues: 100,
  person: 90,
  callers: 100,
  refused: 100,
  nothing_outside: 100,
}
type Measure = keyof typeof TARGETS

export async function run(args: readonly string[]): Promise<number> {
  const options = readGoldOptions('gold', args)
  if (options === null) return 2
  const { asked, skipped } = await readGold(options.file, options.only)
  const verdicts = await answerAll(asked, options)
  const shares = measure(verdicts)
  if (options.json) process.stdout.write(`${JSON.stringify({ shares, targets: TARGETS, verdicts, skipped })}\n`)
  else process.stdout.write(`${report(verdicts, skipped, shares, options.answers)}\n`)
  return Object.entries(TARGETS).every(([name, target]) => (shares[name as Measure] ?? 100) >= target) ? 0 : 1
}

async function answerAll(items: readonly GoldItem[], options: GoldOptions): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  await visitGold(items, options, async (item, { database, workspace, source }) => {
    const started = performance.now()
    const answer = await askRepository({ database, workspace, repository: item.repo, text: item.question })
    const ms = performance.now() - started
    verdicts.push(judgeAnswer(item, answer, ms, await rebasedCommits(source, item.commit, answer)))
  })
  return verdicts.sort((a, b) => a.id.localeCompare(b.id))
}

/**
 * Commits of the listed pull requests that were merged by rebasing: those on the branch with the author and the author date of
 * a commit of `refs/pull/N/head`. Empty where the clone has no such heads.
 */
async function rebasedCommits(source: string, tip: string, answer: Answer): Promise<Map<number, string[]>> {
  const repository = await openRepository(source)
  const listed = new Set(answer.evidence.flatMap((each) => (each.kind === 'pull_request' ? each.number : [])))
  const heads = (await repository.pullRequestHeads()).filter(({ number }) => listed.has(number))
  const identity = ({ author }: CommitRecord) => `${author.email} ${author.at}`
  const onBranch = new Map<string, string>()
  for await (const commit of repository.commits(tip)) onBranch.set(identity(commit), commit.sha)
  const found = new Map<number, string[]>()
  for (const { number, sha } of heads) {
    const shas: string[] = []
    for await (const commit of repository.commits(sha, [tip])) shas.push(onBranch.get(identity(commit)) ?? '')
    found.set(
      number,
      shas.filter((each) => each !== ''),
    )
  }
  return found
}

/** Percent of the answers that were asked for it. */
function measure(verdicts: readonly Verdict[]): Partial<Record<Measure, number>> {
  const share = (values: readonly (boolean | null)[]) => {
    const asked = values.filter((value) => value !== null)
    return asked.length === 0 ? undefined : (100 * asked.filter(Boolean).length) / asked.length
  }
  const outside = verdicts.map(({ outside }) => outside && outside.length === 0)
  const shares = Object.entries(TARGETS).map(([name]) => [
    name,
    share(
      name === 'nothing_outside'
        ? outside
        : verdicts.map((verdict) => verdict[name as Exclude<Measure, 'nothing_outside'>]),
    ),
  ])
  return Object.fromEntries(shares)
}

function report(
  verdicts: readonly Verdict[],
  skipped: readonly { id: string; reason: string }[],
  shares: Partial<Record<Measure, number>>,
  answers: boolean,
): string {
  const mark = (value: boolean | null) => (value === null ? '' : value ? 'yes' : 'NO')
  const rows = verdicts.map((verdict) => [
    verdict.id,
    mark(verdict.subject),
    mark(verdict.pull_requests),
    verdict.outside?.map((number) => `#${number}`).join(' ') ?? '',
    mark(verdict.issues),
    mark(verdict.person),
    mark(verdict.callers),
    mark(verdict.refused),
    `${verdict.ms.toFixed(0)} ms`,
    verdict.notes.join('; '),
  ])
  const totals = Object.entries(TARGETS).map(([name, target]) => [name, shares[name as Measure] ?? null, target])
  return [
    table(['item', 'subject', 'PRs', 'outside', 'issues', 'person', 'callers', 'refused', 'time', 'notes'], rows),
    table(['share', 'percent', 'target'], totals),
    ...skipped.map(({ id, reason }) => `${id} not asked: ${reason}`),
    ...(answers ? verdicts.map(({ id, question, text }) => `\n${id}: ${question}\n\n${text}`) : []),
  ].join('\n\n')
}
