import { rmSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { openDatabase } from '../src/graph/open-database.ts'
import { createIngestMemory } from '../src/ingest/ingest-memory.ts'
import { ingestRepository } from '../src/ingest/ingest-repository.ts'
import { addCommit, borrowRepository } from './add-commit.ts'
import { inNewFolder } from './in-new-folder.ts'
import { median } from './statistics.ts'

/** In a process that has ingested before, as the bot is: seconds for a sync after a commit that changes one file. */
export async function measureRunningSync(gitDir: string, runs: number): Promise<number> {
  const copy = await borrowRepository(gitDir)
  try {
    return await inNewFolder(async (dataDir) => {
      const database = await openDatabase({ dataDir })
      const memory = createIngestMemory()
      const sync = () => ingestRepository({ database, dataDir, memory, workspace: 'bench', source: copy })
      try {
        await sync()
        const times: number[] = []
        for (let run = 1; run <= runs; run++) {
          await addCommit(copy, run)
          const started = performance.now()
          await sync()
          times.push((performance.now() - started) / 1000)
        }
        return median(times) ?? Number.NaN
      } finally {
        await memory.close()
        await database.close()
      }
    })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
