import { performance } from 'node:perf_hooks'
import type { IngestReport, IngestStage } from './report.ts'

export interface Stopwatch {
  /** Adds the time that the work takes to its stage. */
  time<T>(stage: IngestStage, work: () => T | Promise<T>): Promise<T>
  seconds(): IngestReport['seconds']
}

export function createStopwatch(): Stopwatch {
  const started = performance.now()
  const spent = new Map<IngestStage, number>()
  return {
    async time(stage, work) {
      const from = performance.now()
      try {
        return await work()
      } finally {
        spent.set(stage, (spent.get(stage) ?? 0) + performance.now() - from)
      }
    },
    seconds: () => ({
      ...Object.fromEntries([...spent].map(([stage, ms]) => [stage, toSeconds(ms)])),
      total: toSeconds(performance.now() - started),
    }),
  }
}

const toSeconds = (ms: number) => Math.round(ms) / 1000
