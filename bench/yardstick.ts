import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runMeasured } from './run-measured.ts'

const SCRIPT = fileURLToPath(new URL('../../shared/bench/cpython_reference.py', import.meta.url))

export interface Yardstick {
  /** Every Python file of one commit, parsed and hashed by CPython. */
  readonly code: number
  /** Every Python blob of the first-parent history, parsed by CPython. */
  readonly history: number
}

/** Seconds that CPython's own `ast` takes for the parsing part of the work; null, with a word on why, where it is absent. */
export async function runYardstick(gitDir: string, revision: string): Promise<Yardstick | null> {
  if (!existsSync(SCRIPT)) return null
  const seconds = async (...more: string[]) => {
    const { stdout } = await runMeasured(['python3', SCRIPT, gitDir, revision, ...more])
    return (JSON.parse(stdout) as { seconds: number }).seconds
  }
  return { code: await seconds(), history: await seconds('--history') }
}
