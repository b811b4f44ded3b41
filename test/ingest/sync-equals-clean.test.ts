import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportGraph } from '../../src/ingest/export-graph.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'
import { createPlayer, history } from './edit-sequences.ts'

/** Run side by side, because an ingest mostly waits for git and the database. */
const LANES = [1, 2, 3, 4]
const SEQUENCES_PER_LANE = 50

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

const unchanged = { nodes_written: 0, nodes_deleted: 0, edges_written: 0, edges_deleted: 0 }

async function exported(workspaceName: string, name: string): Promise<string[]> {
  const graph = workspace.database.graph(`repobrain:${workspaceName}:${name}`)
  const lines: string[] = []
  for await (const line of exportGraph(graph)) lines.push(line)
  await graph.delete()
  return lines
}

test.concurrent.each(LANES)(
  `syncs after any of ${SEQUENCES_PER_LANE} sequences of edits end where a clean ingest does (lane %i)`,
  { timeout: 1_800_000 },
  async (lane) => {
    let runs = 0
    const property = fc.asyncProperty(history, async (steps) => {
      runs += 1
      const name = `test/run-${lane}-${runs}`
      const player = createPlayer()
      const path = await player.write()
      await workspace.ingest(path, { name })
      for (const step of steps) {
        player.play(step)
        if (step.sync === 'no') continue
        await player.write()
        await workspace.ingest(path, { name, ...(step.sync === 'fresh' ? { memory: undefined } : {}) })
      }
      await player.write()
      await workspace.ingest(path, { name })
      expect((await workspace.ingest(path, { name })).changes).toEqual(unchanged)

      // A data directory of its own: nothing parsed or mapped earlier may help.
      const dataDir = mkdtempSync(join(workspace.dataDir, 'clean-'))
      await workspace.ingest(path, { name, dataDir, workspace: 'clean' })
      expect(await exported('local', name)).toEqual(await exported('clean', name))
      rmSync(dataDir, { recursive: true })
      rmSync(path, { recursive: true })
    })
    await fc.assert(property, { numRuns: SEQUENCES_PER_LANE, seed: 20_250_300 + lane })
  },
)
