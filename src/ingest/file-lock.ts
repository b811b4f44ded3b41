import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, ownIdentity, type ProcessIdentity } from '../process-identity.ts'

interface Holder extends ProcessIdentity {
  readonly token: string
}

export interface LockOptions {
  /** Called once when somebody else holds the lock. */
  readonly onWait?: ((holder: { readonly pid: number }) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

const POLL_MS = 50
/** Two that find the same dead holder both put themselves in its place; after this pause the file shows who came last. */
const SETTLE_MS = 20

/**
 * Runs `work` while no other process or caller on this machine holds the lock file at `path`; waits for as long as it takes.
 * The lock of a process that died is taken over.
 */
export async function withFileLock<T>(path: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  const own: Holder = { ...ownIdentity(), token: randomUUID() }
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${own.token}`
  writeFileSync(draft, JSON.stringify(own))
  try {
    await acquire(path, draft, own, options)
  } finally {
    rmSync(draft, { force: true })
  }
  try {
    return await work()
  } finally {
    if (readHolder(path)?.token === own.token) rmSync(path, { force: true })
  }
}

async function acquire(path: string, draft: string, own: Holder, options: LockOptions): Promise<void> {
  let waiting = false
  for (;;) {
    if (tryLink(draft, path)) return
    const holder = readHolder(path)
    if (holder !== null && !isAlive(holder)) {
      renameSync(draft, path)
      await sleep(SETTLE_MS)
      if (readHolder(path)?.token === own.token) return
      writeFileSync(draft, JSON.stringify(own))
      continue
    }
    if (holder !== null && !waiting) {
      waiting = true
      options.onWait?.(holder)
    }
    await sleep(POLL_MS, undefined, { signal: options.signal })
  }
}

/** Creates the lock with its content in one step, so that nobody ever sees an empty lock file. */
function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
