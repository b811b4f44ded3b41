/**
 * npm run bench -- --repos DIR [--only flask,pytest] [--runs 3] [--parts ingest,answers,records,chat] [--json]
 *
 * Builds the program and measures it on the clones in DIR (bare or not; `.cache/clones` by default). The yardstick is CPython's own
 * parser, run beside it; it needs python3 and is left out, visibly, where its script is absent.
 */
import { availableParallelism, cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { UserError } from '../src/errors.ts'
import { findClones } from './find-clones.ts'
import { type AnswerFigures, measureAnswers } from './measure-answers.ts'
import { type ChatFigures, measureChat } from './measure-chat.ts'
import { type IngestFigures, measureIngest } from './measure-ingest.ts'
import { measureRecords, type RecordFigures } from './measure-records.ts'
import { runMeasured } from './run-measured.ts'
import { table } from './table.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DEFAULT_CLONES = fileURLToPath(new URL('../.cache/clones', import.meta.url))

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      repos: { type: 'string', default: DEFAULT_CLONES },
      only: { type: 'string', default: '' },
      runs: { type: 'string', default: '3' },
      parts: { type: 'string', default: 'ingest,answers,records,chat' },
      json: { type: 'boolean', default: false },
    },
  })
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1) throw new UserError('--runs is not a positive number.', 'Try --runs 3.')
  const say = (line: string) => process.stderr.write(`${line}\n`)

  const parts = new Set(values.parts.split(','))
  const needsClones = parts.has('ingest') || parts.has('answers')
  const clones = needsClones ? findClones(values.repos, values.only.split(',').filter(Boolean)) : []
  say('building …')
  await runMeasured(['npm', 'run', '-s', 'build', '--prefix', ROOT])
  const ingest: IngestFigures[] = []
  const answers: (AnswerFigures & { repository: string })[] = []
  for (const clone of clones) {
    say(`measuring ${clone.name} …`)
    if (parts.has('ingest')) ingest.push(await measureIngest(clone, runs))
    if (parts.has('answers')) answers.push({ repository: clone.name, ...(await measureAnswers(clone.path)) })
  }
  const records = parts.has('records') ? await measureRecords() : []
  const chat = parts.has('chat') ? await measureChat() : []
  const machine: Machine = {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'unknown',
    node: process.version,
    load: loadavg()[0] ?? 0,
  }
  const sections = [
    `Medians of ${runs}; ${machine.cores} cores, ${machine.cpu}, Node ${machine.node}, load ${machine.load.toFixed(1)}.`,
    ...(ingest.length > 0 ? [ingestTable(ingest)] : []),
    ...answers.map(answerTable),
    ...(records.length > 0 ? [recordsTable(records)] : []),
    ...(chat.length > 0 ? [chatTable(chat)] : []),
  ]
  const out = values.json
    ? JSON.stringify({ machine, runs, ingest, answers, records, chat }, null, 2)
    : sections.join('\n\n')
  process.stdout.write(`${out}\n`)
}

interface Machine {
  readonly cores: number
  readonly cpu: string
  readonly node: string
  /** Of the last minute: what else ran makes every figure larger. */
  readonly load: number
}

function answerTable({ repository, answers, queries }: AnswerFigures & { repository: string }): string {
  const rows = [answers, ...queries].map(({ name, runs, p50, p99 }) => [name, runs, p50, p99])
  return table([`${repository}, milliseconds`, 'runs', 'p50', 'p99'], rows)
}

function chatTable(chat: readonly ChatFigures[]): string {
  const rows = chat.map(({ name, conversations, p50, p99 }) => [name, conversations, p50, p99])
  return table(['in a chat, milliseconds', 'at once', 'p50', 'p99'], rows)
}

function recordsTable(records: readonly RecordFigures[]): string {
  const rows = records.map(({ name, requests, points, fetchSeconds, seconds, peakMegabytes }) => [
    name,
    requests,
    points,
    fetchSeconds,
    seconds,
    peakMegabytes,
  ])
  return table(['2,000 pull requests of GitHub', 'requests', 'points', 'fetch (s)', 'whole (s)', 'peak (MB)'], rows)
}

function ingestTable(ingest: readonly IngestFigures[]): string {
  const names = ingest.map(({ name }) => name)
  const row = (title: string, value: (figures: IngestFigures) => number | null) => [title, ...ingest.map(value)]
  const rows = [
    row('functions', ({ functions }) => functions),
    row('pull requests', ({ pullRequests }) => pullRequests),
    row('yardstick, code (s)', ({ yardstick }) => yardstick?.code ?? null),
    row('yardstick, history (s)', ({ yardstick }) => yardstick?.history ?? null),
    row('whole ingest (s)', ({ whole }) => whole),
    row('  of the yardstick', ({ ratio }) => ratio),
    ...(['tree', 'code', 'resolve', 'history', 'compare', 'write'] as const).map((stage) =>
      row(`  ${stage} (s)`, ({ stages }) => stages[stage] ?? null),
    ),
    row('code alone, cold (s)', ({ codeOnly }) => codeOnly),
    row('code alone, warm (s)', ({ codeOnlyWarm }) => codeOnlyWarm),
    row('sync of a commit, command (s)', ({ syncCommand }) => syncCommand),
    row('sync of nothing, command (s)', ({ syncNothing }) => syncNothing),
    row('sync of a commit, running (s)', ({ syncRunning }) => syncRunning),
    row('peak memory (MB)', ({ peakMegabytes }) => peakMegabytes),
  ]
  const text = table(['', ...names], rows)
  if (ingest.every(({ yardstick }) => yardstick !== null)) return text
  return `${text}\n\nThe yardstick is not there (../shared/bench/cpython_reference.py): no ratio.`
}

try {
  await main()
} catch (error) {
  if (!(error instanceof UserError)) throw error
  process.stderr.write(`${error.message}\n${error.remedy}\n`)
  process.exitCode = error.exitCode
}
