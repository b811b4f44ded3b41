/**
 * The database server of one data directory. However many processes want it, one runs: it is started under an exclusive
 * file lock that the server process itself holds until it ends, so a second one cannot start beside it, and neither a stale
 * pid nor a stale socket can be mistaken for a running server.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { UpstreamError } from '../../errors.ts'
import type { ServerFiles } from './find-server.ts'

export interface EmbeddedServer {
  /** Where its files lie. */
  readonly directory: string
  /** Path to connect to. */
  readonly socket: string
  /**
   * Starts the server unless one holds the lock or is just starting; connect to see when it is up. Throws UpstreamError with
   * the last lines of its log when the one started here ended by itself.
   */
  start(): Promise<void>
  close(): Promise<void>
}

const SOCKET = 'server.sock'
const LOG = 'server.log'
const MAX_LOG_BYTES = 1_000_000
const LOG_LINES = 5
/** `sun_path` of Linux without its closing NUL. */
const MAX_SOCKET_BYTES = 107
/** What flock ends with when another process holds the lock. */
const LOCKED = 75

export async function createEmbeddedServer(dataDir: string, files: ServerFiles): Promise<EmbeddedServer> {
  const directory = resolve(dataDir, 'database')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, SOCKET)
  // A path through the directory's own descriptor is short however deep the directory lies.
  const handle = Buffer.byteLength(path) > MAX_SOCKET_BYTES ? await open(directory) : null
  let child: ChildProcess | null = null

  const start = async () => {
    if (child !== null && child.exitCode === null && child.signalCode === null) return
    if (child !== null && child.exitCode !== null && child.exitCode !== LOCKED && child.exitCode !== 0) {
      child = null
      throw new UpstreamError(
        'database',
        `the embedded server does not start:\n${await lastLines(join(directory, LOG))}`,
      )
    }
    child = await spawnServer(directory, files)
  }

  return {
    directory,
    socket: handle === null ? path : `/proc/self/fd/${handle.fd}/${SOCKET}`,
    start,
    close: async () => handle?.close(),
  }
}

async function spawnServer(directory: string, files: ServerFiles): Promise<ChildProcess> {
  const logPath = join(directory, LOG)
  const size = await stat(logPath).then(
    (found) => found.size,
    () => 0,
  )
  if (size > MAX_LOG_BYTES) await rename(logPath, `${logPath}.1`)
  const log = await open(logPath, 'a', 0o600)
  try {
    const lock = ['--nonblock', '--conflict-exit-code', String(LOCKED), '--no-fork', join(directory, 'lock')]
    const child = spawn('flock', [...lock, files.server, ...serverArguments(directory, files)], {
      // A session of its own: Ctrl-C in the terminal is for us, who still want to write.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.unref()
    await new Promise<void>((done, failed) => {
      child.once('spawn', done)
      child.once('error', failed)
    })
    return child
  } catch (cause) {
    throw new UpstreamError('database', 'the program flock (package util-linux) is missing', { cause })
  } finally {
    await log.close()
  }
}

/** What is acknowledged is in the append-only file at once and on disk within a second. */
function serverArguments(directory: string, files: ServerFiles): string[] {
  const options: Readonly<Record<string, string>> = {
    dir: directory,
    port: '0',
    unixsocket: SOCKET,
    unixsocketperm: '700',
    appendonly: 'yes',
    appendfsync: 'everysec',
    'auto-aof-rewrite-min-size': '16mb',
    save: '',
    loadmodule: files.module,
  }
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
}

const lastLines = async (path: string) =>
  (await readFile(path, 'utf8')).trimEnd().split('\n').slice(-LOG_LINES).join('\n')
