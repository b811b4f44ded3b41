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

/** A directory that goes when the test file is through. */
export function temporaryDirectory(): string {
  const dir = mkdtempSync(join(tmpdir(), 'repobrain-test-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** An embedded database in a directory of its own, closed when the test file is through. */
export async function temporaryDatabase(options: Partial<DatabaseOptions> = {}) {
  const dataDir = options.dataDir ?? temporaryDirectory()
  const database = await openDatabase({ ...options, dataDir })
  afterAll(() => database.close())
  return { dataDir, database }
}
