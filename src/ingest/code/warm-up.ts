import { languages } from '../../code/languages.ts'
import type { WorkerPool } from '../pool.ts'

/** Starts the threads and lets them load their grammars while the caller waits for something else. */
export function warmUp(pool: WorkerPool): void {
  for (const { name } of languages) {
    for (let thread = 0; thread < pool.size; thread++) {
      // What fails here fails again, and is told, when there is work.
      pool.run('extract', { language: name, files: [] }).catch(() => {})
    }
  }
}
