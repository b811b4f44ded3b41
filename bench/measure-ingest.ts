import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { IngestReport } from '../src/ingest/report.ts'
import { addCommit, borrowRepository } from './add-commit.ts'
import type { Clone } from './find-clones.ts'
import { inNewFolder } from './in-new-folder.ts'
import { measureRunningSync } from './measure-running.ts'
import { runMeasured } from './run-measured.ts'
import { median } from './statistics.ts'
import { runYardstick, type Yardstick } from './yardstick.ts'

/** All times in seconds of wall time, medians of the runs. */
export interface IngestFigures {
  readonly name: string
  readonly yardstick: Yardstick | null
  /** Whole command, all history, new data directory: process and database start included. */
  readonly whole: number
  /** Of the yardstick's two parts together. */
  readonly ratio: number | null
  readonly stages: IngestReport['seconds']
  /** The same without history. */
  readonly codeOnly: number
  /** The same with the caches of an earlier ingest and an empty graph. */
  readonly codeOnlyWarm: number
  /** The command that brings the graph up to date after a commit that changes one file. */
  readonly syncCommand: number
  /** The command when there is nothing new. */
  readonly syncNothing: number
  /** The same in a running process. */
  readonly syncRunning: number
  readonly peakMegabytes: number | null
  readonly functions: number
  readonly pullRequests: number
}

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))

/** Measures the built program on one clone; yardstick and program take turns, so that a busy machine slows both. */
export async function measureIngest(clone: Clone, runs: number): Promise<IngestFigures> {
  const yardsticks: Yardstick[] = []
  const wholes: Run[] = []
  const codes: Run[] = []
  const warm: Run[] = []
  for (let run = 0; run < runs; run++) {
    const yardstick = await runYardstick(clone.path, 'HEAD')
    if (yardstick) yardsticks.push(yardstick)
    wholes.push(await inNewFolder((data) => ingest(clone.path, data)))
    codes.push(await inNewFolder((data) => ingest(clone.path, data, '--no-history')))
    warm.push(
      await inNewFolder(async (data) => {
        await ingest(clone.path, data, '--no-history', '--name', 'bench/first')
        return ingest(clone.path, data, '--no-history', '--name', 'bench/second')
      }),
    )
  }
  const { report, peakMegabytes } = await inNewFolder((data) => ingestWatched(clone.path, data))
  const whole = middle(wholes)
  const yardstick = yardsticks.length === 0 ? null : middleYardstick(yardsticks)
  return {
    name: clone.name,
    yardstick,
    whole: whole.seconds,
    ratio: yardstick && whole.seconds / (yardstick.code + yardstick.history),
    stages: whole.report.seconds,
    codeOnly: middle(codes).seconds,
    codeOnlyWarm: middle(warm).seconds,
    ...(await measureSyncCommand(clone.path, runs)),
    syncRunning: await measureRunningSync(clone.path, runs),
    peakMegabytes,
    functions: report.code?.functions ?? 0,
    pullRequests: report.history?.pull_requests ?? 0,
  }
}

interface Run {
  readonly seconds: number
  readonly report: IngestReport
}

async function ingest(source: string, data: string, ...more: string[]): Promise<Run> {
  const { seconds, stdout } = await runMeasured([
    process.execPath,
    MAIN,
    'ingest',
    source,
    '--data',
    data,
    '--json',
    ...more,
  ])
  return { seconds, report: JSON.parse(stdout) as IngestReport }
}

async function ingestWatched(source: string, data: string): Promise<Run & { peakMegabytes: number | null }> {
  const command = [process.execPath, MAIN, 'ingest', source, '--data', data, '--json']
  const { seconds, stdout, peakMegabytes } = await runMeasured(command, { marker: data })
  return { seconds, report: JSON.parse(stdout) as IngestReport, peakMegabytes }
}

async function measureSyncCommand(
  gitDir: string,
  runs: number,
): Promise<Pick<IngestFigures, 'syncCommand' | 'syncNothing'>> {
  const copy = await borrowRepository(gitDir)
  try {
    return await inNewFolder(async (data) => {
      await ingest(copy, data)
      const commit: number[] = []
      const nothing: number[] = []
      for (let run = 1; run <= runs; run++) {
        await addCommit(copy, run)
        commit.push((await ingest(copy, data)).seconds)
        nothing.push((await ingest(copy, data)).seconds)
      }
      return { syncCommand: median(commit) ?? Number.NaN, syncNothing: median(nothing) ?? Number.NaN }
    })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** The run whose time is the median. */
function middle(runs: readonly Run[]): Run {
  const run = runs.toSorted((a, b) => a.seconds - b.seconds)[Math.ceil(runs.length / 2) - 1]
  if (run === undefined) throw new Error('nothing was run')
  return run
}

const middleYardstick = (all: readonly Yardstick[]): Yardstick => ({
  code: median(all.map(({ code }) => code)) ?? Number.NaN,
  history: median(all.map(({ history }) => history)) ?? Number.NaN,
})
