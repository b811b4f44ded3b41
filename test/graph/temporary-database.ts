import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type DatabaseOptions, openDatabase } from '../../src/graph/open-database.ts'
import type { GraphChanges } from '../../src/graph/types.ts'

export const NO_CHANGES: GraphChanges = {
  putNodes: [],
  deleteNodes: [],
  putEdges: [],
  deleteEdges: [],
  moves: new Map(),
}

const cleanups: (() => void | Promise<void>)[] = []
// Registered when the test file loads: a hook asked for while a test runs is never called.
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

/** A directory that goes when the test file is through. */
export function temporaryDirectory(): string {
  const dir = mkdtempSync(join(tmpdir(), 'repobrain-test-'))
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** An embedded database in a directory of its own, closed when the test file is through. */
export async function temporaryDatabase(options: Partial<DatabaseOptions> = {}) {
  const dataDir = options.dataDir ?? temporaryDirectory()
  const database = await openDatabase({ ...options, dataDir })
  cleanups.push(() => database.close())
  return { dataDir, database }
}
