/**
 * Makes a fresh clone ready: the locked packages, and a server for the embedded database. Needs nothing but Node, changes
 * nothing outside the checkout, and is quick when all is there.
 *
 *   node scripts/setup.mjs              packages and database server
 *   node scripts/setup.mjs --packages   packages only
 */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePackages } from './setup/ensure-packages.mjs'
import { ensureServer } from './setup/ensure-server.mjs'
import { SetupError } from './setup/run.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const say = (/** @type {string} */ line) => process.stderr.write(`setup: ${line}\n`)

try {
  await ensurePackages(root, say)
  if (!process.argv.includes('--packages')) await ensureServer(root, say)
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  say(error.message)
  process.exitCode = 1
}
