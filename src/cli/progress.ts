/** Progress of an ingest on stderr: one bar in a terminal, a line per stage otherwise. */
import { Presets, SingleBar } from 'cli-progress'
import type { IngestProgress, IngestStage } from '../ingest/report.ts'
import type { Terminal } from './command.ts'

export interface ProgressDisplay {
  update(progress: IngestProgress): void
  /** Leaves the screen clean for what comes next. */
  stop(): void
}

const WORDS: Readonly<Record<IngestStage, string>> = {
  fetch: 'Fetching',
  records: 'Asking GitHub',
  tree: 'Listing files',
  code: 'Reading code',
  resolve: 'Resolving calls',
  history: 'Walking history',
  compare: 'Comparing',
  write: 'Writing the graph',
}

export function createProgressDisplay(stderr: Terminal['stderr']): ProgressDisplay {
  return stderr.isTTY === true ? createBar(stderr) : createLines(stderr)
}

function createBar(stderr: Terminal['stderr']): ProgressDisplay {
  const bar = new SingleBar(
    {
      stream: stderr,
      format: '{stage} {bar} {count}',
      barsize: 36,
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
      linewrap: true,
      fps: 12,
    },
    Presets.shades_classic,
  )
  let started = false
  return {
    update({ stage, done, total }) {
      const payload = {
        stage: WORDS[stage].padEnd(18),
        count: total === null ? number(done) : `${number(done)} of ${number(total)}`,
      }
      // An unknown total shows as an empty bar that counts.
      const end = total ?? Math.max(done, 1)
      const value = total === null ? 0 : done
      if (!started) bar.start(end, value, payload)
      started = true
      bar.setTotal(end)
      bar.update(value, payload)
    },
    stop: () => bar.stop(),
  }
}

function createLines(stderr: Terminal['stderr']): ProgressDisplay {
  let current: IngestStage | null = null
  return {
    update({ stage }) {
      if (stage === current) return
      current = stage
      stderr.write(`${WORDS[stage]} …\n`)
    },
    stop: () => {},
  }
}

/** Says that GitHub makes us wait, and why. */
export const pauseNotice =
  (stderr: Terminal['stderr']) =>
  ({ seconds, reason }: { readonly seconds: number; readonly reason: string }) =>
    void stderr.write(`GitHub: ${reason}; going on in ${seconds} s.\n`)

const number = (value: number) => value.toLocaleString('en-US')
