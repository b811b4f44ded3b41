/**
 * The database server of one data directory. However many processes want it, one runs: it is started under an exclusive
 * file lock which the server process itself holds until it ends, so a second one cannot start beside it, and neither a
 * stale pid nor a stale socket can be mistaken for a running server.
 */
import { spawn } from 'node:child_process'
import { mkdir, open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ServerFiles } from './find-server.ts'

export interface EmbeddedServer {
  readonly directory: string
  /** Path to connect to. */
  readonly socket: string
  /** Starts the server unless one holds the lock. Resolves at once; connect to see whether it is up. */
  start(): Promise<void>
  /** Last lines of the server's log, for error messages. */
  close(): Promise<void>
}

const SOCKET = 'server.sock'
/** `sun_path` of Linux, without the closing NUL. */
const MAX_SOCKET_BYTES = 107

export async function createEmbeddedServer(dataDir: string, files: ServerFiles): Promise<EmbeddedServer> {
  const directory = resolve(dataDir, 'database')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, SOCKET)
  // A path through the directory's own descriptor is short however deep the directory lies.
  const handle = Buffer.byteLength(path) > MAX_SOCKET_BYTES ? await open(directory) : null
  return {
    directory,
    socket: handle === null ? path : `/proc/self/fd/${handle.fd}/${SOCKET}`,
    start: () => startServer(directory, files),
    close: async () => handle?.close(),
  }
}

async function startServer(directory: string, files: ServerFiles): Promise<void> {
  const log = await open(join(directory, 'server.log'), 'a', 0o600)
  try {
    const child = spawn(
      'flock',
      ['--nonblock', '--no-fork', join(directory, 'lock'), files.server, ...serverArguments(directory, files)],
      {
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    )
    child.unref()
    await new Promise<void>((done, failed) => {
      child.once('spawn', done)
      child.once('error', failed)
    })
  } finally {
    await log.close()
  }
}

function serverArguments(directory: string, files: ServerFiles): string[] {
  const options: Record<string, string> = {
    dir: directory,
    port: '0',
    unixsocket: SOCKET,
    unixsocketperm: '700',
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '',
    loadmodule: files.module,
  }
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
}
