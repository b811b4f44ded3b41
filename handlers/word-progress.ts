/** How far an ingest is, as a reply that is edited in place. */
import type { ReplyStep } from '../src/chat.ts'
import type { IngestStage } from '../src/ingest/report.ts'
import type { IngestNews } from './running-ingests.ts'

const STAGES: Readonly<Record<IngestStage, string>> = {
  fetch: 'Fetch from GitHub',
  records: 'Read pull requests and issues',
  tree: 'List the files',
  code: 'Parse the files',
  resolve: 'Resolve the calls',
  history: 'Walk the history',
  compare: 'Compare with the graph',
  write: 'Write the graph',
}

const BAR_CELLS = 20
/** A rate that was measured for less says nothing. */
const LEAST_MEASURED_MS = 1_500

export interface WordedProgress {
  readonly text: string
  readonly steps: readonly ReplyStep[]
}

/** Turns news of one ingest into words; `now` in milliseconds. */
export function createProgressWords(source: string, now: () => number): (news: IngestNews) => WordedProgress {
  const began = now()
  const stages = new Map<IngestStage, { at: number; done: number; total: number | null }>()
  let waiting: string | null = null
  return (news) => {
    if ('waiting' in news) waiting = news.waiting
    else stages.set(news.stage, { at: stages.get(news.stage)?.at ?? now(), done: news.done, total: news.total })
    // The clone goes on beside what waits for GitHub.
    if (!('waiting' in news) && news.stage !== 'fetch') waiting = null
    if ('waiting' in news || waiting !== null) {
      return { text: `Reading **${source}**: ${waiting} …`, steps: stepsOf(stages) }
    }
    const { stage, done, total } = news
    const since = Math.round((now() - began) / 1000)
    const head = `Reading **${source}**: ${STAGES[stage].toLowerCase()}, ${since} s so far`
    if (total === null || total === 0) return { text: `${head} …`, steps: stepsOf(stages) }
    const spentMs = now() - (stages.get(stage)?.at ?? now())
    const left = done > 0 && spentMs >= LEAST_MEASURED_MS ? Math.ceil((spentMs * (total - done)) / done / 1000) : null
    const figures = [
      `${count(done)} of ${count(total)}`,
      ...(left === null ? [] : [`about ${left} s left of this step`]),
    ]
    return { text: `${head} …\n\`${bar(done / total)}\` ${figures.join(', ')}`, steps: stepsOf(stages) }
  }
}

const stepsOf = (stages: ReadonlyMap<IngestStage, { readonly done: number; readonly total: number | null }>) =>
  [...stages].map(([stage, { done, total }], index, all): ReplyStep => {
    const counted = total === null || total === 100 ? '' : ` (${count(done)} of ${count(total)})`
    return { label: `${STAGES[stage]}${counted}`, state: index === all.length - 1 ? 'running' : 'done' }
  })

function bar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * BAR_CELLS)
  return '█'.repeat(full) + '░'.repeat(BAR_CELLS - full)
}

const count = (number: number) => number.toLocaleString('en-US')
