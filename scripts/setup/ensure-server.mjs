import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { run, SetupError } from './run.mjs'
import { tryServer } from './try-server.mjs'
import { unpackServer } from './unpack-server.mjs'

const DOCKER = `docker run -d --name falkordb -p 6379:6379 -v falkordb:/var/lib/falkordb/data falkordb/falkordb
       export FALKORDB_URL=redis://localhost:6379`

/**
 * Makes sure that the embedded database has a server that runs here: the one beside the module, one of the machine, or the
 * distribution's own package unpacked into the cache folder.
 *
 * @param {string} root
 * @param {(line: string) => void} say
 */
export async function ensureServer(root, say) {
  if (remoteUrl(root) !== '') return say('database server: FALKORDB_URL is set, no embedded one is needed')
  const packageDir = join(root, 'node_modules', '@falkordblite', 'linux-x64', 'bin')
  const module = join(packageDir, 'falkordb.so')
  if (!existsSync(module)) {
    throw new SetupError(`database server: there is no embedded FalkorDB for ${process.platform} ${process.arch}. Run one with Docker:
       ${DOCKER}`)
  }
  if ((await run('flock', ['--version'])).code !== 0) {
    throw new SetupError(
      'database server: the program flock is missing. Install it (Debian: apt-get install util-linux).',
    )
  }

  const cache = join(root, '.cache', 'server')
  const cached = join(cache, 'valkey-server')
  const candidates = [cached, join(packageDir, 'redis-server'), 'valkey-server', 'redis-server']
  for (const server of candidates) {
    const version = await tryServer(server, module)
    if (version !== null) return say(`database server: ${version} (${place(server)}), loads FalkorDB`)
  }

  say(
    'database server: none on this machine runs FalkorDB; unpacking one into .cache/server (the system is not changed)',
  )
  await unpackServer(cache, module, say)
  const version = await tryServer(cached, module)
  if (version === null) {
    throw new SetupError(`database server: the unpacked one does not load FalkorDB. Run it with Docker instead:
       ${DOCKER}`)
  }
  say(`database server: ${version} (${place(cached)}), loads FalkorDB`)

  /** @param {string} server */
  function place(server) {
    if (server === cached) return '.cache/server'
    return server.includes('/') ? 'bundled' : 'on the path'
  }
}

/** @param {string} root */
function remoteUrl(root) {
  const file = join(root, '.env')
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')).FALKORDB_URL : ''
  return (process.env.FALKORDB_URL || fromFile || '').trim()
}
