import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openBundle } from '../../src/git/open-bundle.ts'
import { runRepobrain } from '../fixtures/run-repobrain.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'

const SAMPLE = fileURLToPath(new URL('../../demo/sample.bundle', import.meta.url))

it('`show --picture` draws a node with its neighbours, and says where it cannot write', async () => {
  const folder = temporaryDirectory()
  const data = join(folder, 'data')
  const { gitDir } = await openBundle(SAMPLE, join(folder, 'ferry.git'))
  await runRepobrain('ingest', gitDir, '--name', 'a/b', '--data', data)
  const [light, dark] = [join(folder, 'light.png'), join(folder, 'dark.png')]
  expect((await runRepobrain('show', 'retry_delay', '--picture', light, '--data', data)).exitCode).toBe(0)
  expect((await runRepobrain('show', 'retry_delay', '--picture', dark, '--dark', '--data', data)).exitCode).toBe(0)
  const pictures = [light, dark].map((file) => readFileSync(file))
  for (const picture of pictures) expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect(pictures[0]?.equals(pictures[1] ?? Buffer.of())).toBe(false)
  const failed = await runRepobrain('show', 'retry_delay', '--picture', join(folder, 'no/such.png'), '--data', data)
  expect(failed.exitCode).toBe(1)
  expect(failed.stderr).toContain('cannot be written')
})
