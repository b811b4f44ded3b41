import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAtLeast } from './is-at-least.mjs'
import { run, SetupError } from './run.mjs'

const MIN_NODE = '20.19'

/**
 * Installs the locked packages unless `node_modules` holds exactly them already.
 *
 * @param {string} root
 * @param {(line: string) => void} say
 */
export async function ensurePackages(root, say) {
  if (!isAtLeast(process.versions.node, MIN_NODE)) {
    throw new SetupError(`Node ${process.versions.node} is too old; install Node ${MIN_NODE} or newer.`)
  }
  // A package that npm installed comes without a lock file, and its own packages came with it.
  if (!existsSync(join(root, 'package-lock.json')) && !existsSync(join(root, '.git'))) {
    return say('packages: installed by npm')
  }
  if (await isInstalled(root)) return say('packages: installed as locked')
  say('packages: installing what package-lock.json names (npm ci)')
  const { code, output } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root })
  if (code !== 0) throw new SetupError(`npm ci failed:\n${output.trim()}`)
}

/**
 * npm writes what it installed to `node_modules/.package-lock.json`, in the form of the lock file.
 *
 * @param {string} root
 */
async function isInstalled(root) {
  const wanted = await readLock(join(root, 'package-lock.json'))
  const installed = await readLock(join(root, 'node_modules', '.package-lock.json'))
  if (wanted === null) throw new SetupError('package-lock.json is missing or unreadable; restore it with git.')
  if (installed === null) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const found = installed[path]
    return found === undefined ? entry.optional === true : found.version === entry.version
  })
}

/**
 * @param {string} path
 * @returns {Promise<Record<string, { version?: string, optional?: boolean }> | null>}
 */
async function readLock(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8')).packages
  } catch {
    return null
  }
}
