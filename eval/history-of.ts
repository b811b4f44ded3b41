import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRepository } from '../src/git/open-repository.ts'
import { readCodeLayer } from '../src/ingest/code/code-layer.ts'
import type { HistoryLayer } from '../src/ingest/desired-graph.ts'
import { buildHistory } from '../src/ingest/history/build-history.ts'
import { createWorkerPool } from '../src/ingest/pool.ts'
import { createStopwatch } from '../src/ingest/stopwatch.ts'

/** The history of a clone as git alone tells it, at a revision or at its head; no database, nothing kept. */
export async function historyOf(path: string, at: string | undefined): Promise<HistoryLayer> {
  const repository = await openRepository(path)
  const head = at === undefined ? (await repository.head())?.sha : await repository.resolveRevision(at)
  if (head === undefined) throw new Error(`${path} has no commits`)
  const pool = createWorkerPool()
  const cacheDir = await mkdtemp(join(tmpdir(), 'repobrain-eval-'))
  try {
    const shared = { repository, commit: head, pool, cacheDir }
    const { definitions: code } = await readCodeLayer({ ...shared, caches: new Map(), stopwatch: createStopwatch() })
    return await buildHistory({ ...shared, prs: null, code })
  } finally {
    await pool.close()
    await rm(cacheDir, { recursive: true, force: true })
  }
}
