import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { UserError } from '../../errors.ts'

export interface ServerFiles {
  /** Command that starts the server. */
  readonly server: string
  /** The FalkorDB module that it loads. */
  readonly module: string
}

const REMOTE = 'set FALKORDB_URL to a running FalkorDB (docker run -d -p 6379:6379 falkordb/falkordb).'

/**
 * Where the embedded database comes from. A server in the project's cache wins: set-up puts one there only when nothing
 * else on the machine serves. Throws UserError when the machine has no server or no module.
 */
export async function findServer(): Promise<ServerFiles> {
  const packageDir = modulePackage()
  if (packageDir === null) {
    throw new UserError(`No embedded FalkorDB exists for ${process.platform} ${process.arch}.`, `Please ${REMOTE}`)
  }
  const module = join(packageDir, 'bin', 'falkordb.so')
  const root = await projectRoot()
  const cached = join(root, '.cache', 'server', 'valkey-server')
  if (await isExecutable(cached)) return { server: cached, module }
  for (const server of [join(packageDir, 'bin', 'redis-server'), 'valkey-server', 'redis-server']) {
    if (await serves(server)) return { server, module }
  }
  throw new UserError(
    'No database server (valkey-server 8 or redis-server 7.2 and newer) was found.',
    `Run \`npm run setup --prefix ${root}\`, which finds or unpacks one, or ${REMOTE}`,
  )
}

function modulePackage(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve('@falkordblite/linux-x64/package.json'))
  } catch {
    return null
  }
}

/** The nearest folder with a package.json: the checkout, also for the built program in `dist`. */
async function projectRoot(): Promise<string> {
  let dir = dirname(fileURLToPath(import.meta.url))
  while (dirname(dir) !== dir) {
    const found = await access(join(dir, 'package.json')).then(
      () => true,
      () => false,
    )
    if (found) return dir
    dir = dirname(dir)
  }
  return dir
}

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** The module needs the API of Redis 7.2, which Valkey 8 has too. */
async function serves(command: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(command, ['--version'])
    const [, major = '0', minor = '0'] = /\bv=(\d+)\.(\d+)/.exec(stdout) ?? []
    return Number(major) > 7 || (Number(major) === 7 && Number(minor) >= 2)
  } catch {
    return false
  }
}
