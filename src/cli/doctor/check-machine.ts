import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { gitOutput } from '../../git/run-git.ts'
import { redact } from '../../redact.ts'
import { attempt, type Check } from './check.ts'

const NODE_MINIMUM = [20, 19] as const
const GIT_MINIMUM = [2, 34] as const
const GIGABYTE = 1e9
/** Flask with all its history takes about a tenth of this. */
const DISK_MINIMUM_GB = 0.5

export function checkConfiguration(config: Config): Check {
  const file = existsSync('.env') ? '.env and the environment' : 'the environment, no .env file'
  const token = config.github.token === null ? 'no GitHub token' : 'a GitHub token'
  const database = config.falkordbUrl === null ? 'embedded database' : `database ${redact(config.falkordbUrl)}`
  return {
    name: 'configuration',
    ok: true,
    detail: `${file}: ${database}, ${token}, log level ${config.logLevel ?? 'default'}`,
    remedy: null,
    data: {
      env_file: existsSync('.env'),
      falkordb_url: config.falkordbUrl && redact(config.falkordbUrl),
      github_token: config.github.token !== null,
      log_level: config.logLevel,
    },
  }
}

export function checkNode(version: string): Check {
  const ok = isAtLeast(version, NODE_MINIMUM)
  return {
    name: 'node',
    ok,
    detail: version,
    remedy: ok ? null : `Install Node ${NODE_MINIMUM.join('.')} or newer.`,
    data: { version },
  }
}

export function checkGit(): Promise<Check> {
  return attempt('git', 'Install git and see that it is on the PATH.', async () => {
    const version = /\d+\.\d+[\d.]*/.exec((await gitOutput(['version'])).toString())?.[0] ?? 'unknown'
    const ok = isAtLeast(version, GIT_MINIMUM)
    return {
      name: 'git',
      ok,
      detail: version,
      remedy: ok ? null : `Install git ${GIT_MINIMUM.join('.')} or newer.`,
      data: { version },
    }
  })
}

export function checkDataFolder(dataDir: string): Promise<Check> {
  return attempt('data folder', `Make ${dataDir} writable, or choose another folder with --data.`, async () => {
    await mkdir(dataDir, { recursive: true })
    const probe = join(dataDir, `.write-test-${randomUUID()}`)
    await writeFile(probe, '')
    await rm(probe)
    const { bavail, bsize } = await statfs(dataDir)
    const free = (bavail * bsize) / GIGABYTE
    const ok = free >= DISK_MINIMUM_GB
    return {
      name: 'data folder',
      ok,
      detail: `${dataDir}, writable, ${free.toFixed(1)} GB free`,
      remedy: ok ? null : `Free at least ${DISK_MINIMUM_GB} GB, or choose a folder on another disk with --data.`,
      data: { path: dataDir, free_bytes: bavail * bsize },
    }
  })
}

function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [gotMajor = 0, gotMinor = 0] = version.split('.').map(Number)
  return gotMajor > major || (gotMajor === major && gotMinor >= minor)
}
