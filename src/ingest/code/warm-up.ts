import { languages } from '../../code/languages.ts'
import type { WorkerPool } from '../pool.ts'

/** Starts the threads while the caller waits for something else. Which grammars they need, the first files tell. */
export function warmUp(pool: WorkerPool): void {
  const [language] = languages
  if (language === undefined) return
  for (let thread = 0; thread < pool.size; thread++) {
    // What fails here fails again, and is told, when there is work.
    pool.run('extract', { language: language.name, files: [] }).catch(() => {})
  }
}
