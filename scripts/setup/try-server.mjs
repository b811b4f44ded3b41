import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAtLeast } from './is-at-least.mjs'
import { run } from './run.mjs'

/** The first whose module API FalkorDB can use; Valkey began later. */
const MIN_SERVER = '7.2'

const START_TIMEOUT_MS = 10_000

/**
 * Starts the server with the FalkorDB module and stops it again: the only test that counts, since either may want a newer C
 * library than the machine has.
 *
 * @param {string} command
 * @param {string} module
 * @returns {Promise<string | null>} e.g. `Valkey 8.0.1`, or null when it does not start, is too old or cannot load the module
 */
export async function tryServer(command, module) {
  const { code, output } = await run(command, ['--version'])
  const [, product, version = ''] = /^(\w+) server v=(\S+)/i.exec(output) ?? []
  if (code !== 0 || product === undefined || !isAtLeast(version, MIN_SERVER)) return null

  const dir = await mkdtemp(join(tmpdir(), 'repobrain-setup-'))
  try {
    return (await starts(command, module, dir)) ? `${product} ${version}` : null
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/**
 * @param {string} command
 * @param {string} module
 * @param {string} dir
 * @returns {Promise<boolean>}
 */
function starts(command, module, dir) {
  return new Promise((done) => {
    const args = ['--port', '0', '--unixsocket', 's', '--dir', dir, '--save', '', '--loadmodule', module]
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: START_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    let log = ''
    child.stdout.on('data', (chunk) => {
      log += chunk
      if (log.includes('Ready to accept connections')) child.kill('SIGKILL')
    })
    child.once('error', () => done(false))
    child.once('close', () => done(log.includes('Ready to accept connections')))
  })
}
