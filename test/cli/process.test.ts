/** What only a process of its own can show: signals, a reader that goes away, start-up. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openBundle } from '../../src/git/open-bundle.ts'
import { runRepobrain } from '../fixtures/run-repobrain.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

function start(...argv: string[]) {
  return spawn(process.execPath, ['--import', 'tsx', 'src/main.ts', ...argv], {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: '' },
  })
}

async function sample(): Promise<{ data: string; repository: string }> {
  const folder = temporaryDirectory()
  const { gitDir } = await openBundle(join(ROOT, 'demo/sample.bundle'), join(folder, 'ferry.git'))
  return { data: join(folder, 'data'), repository: gitDir }
}

it('Ctrl-C in a chat leaves in order, with exit code 130, and the next command works', async () => {
  const { data, repository } = await sample()
  await runRepobrain('ingest', repository, '--name', 'a/b', '--data', data)
  const chat = start('chat', '--data', data)
  chat.stdin.write('/help\n')
  await once(chat.stdout, 'data')
  chat.kill('SIGINT')
  expect(await once(chat, 'exit')).toEqual([130, null])
  expect((await runRepobrain('status', '--data', data)).stdout).toContain('a/b')
})

it('SIGTERM during an ingest ends it with exit code 143, and the next one completes it', async () => {
  const { data, repository } = await sample()
  const ingest = start('ingest', repository, '--name', 'a/b', '--data', data)
  await once(ingest.stderr, 'data')
  ingest.kill('SIGTERM')
  expect(await once(ingest, 'exit')).toEqual([143, null])
  const again = await runRepobrain('ingest', repository, '--name', 'a/b', '--data', data)
  expect(again.exitCode).toBe(0)
})

it('a reader of the export that has seen enough is no error', async () => {
  const { data, repository } = await sample()
  await runRepobrain('ingest', repository, '--name', 'a/b', '--data', data)
  const run = start('export', '--data', data)
  const stderr = text(run.stderr)
  run.stdout.destroy()
  const [exitCode] = await once(run, 'exit')
  expect([exitCode, await stderr]).toEqual([0, ''])
})

it('an error is two plain lines; with LOG_LEVEL=debug the stack follows', async () => {
  const plain = start('status', '--workspace', '../x')
  expect((await text(plain.stderr)).trim().split('\n')).toHaveLength(2)
  const debug = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts', 'status', '--workspace', '../x'], {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: 'debug' },
  })
  expect(await text(debug.stderr)).toMatch(/\n {4}at /)
})
