/**
 * Runs the steps of the Dockerfile in a clean directory, where there is no engine to build it with: copies what it copies, runs
 * what it runs (but apt and what needs root), starts what it starts, and asks for its health.
 *
 *   node scripts/check-image.mjs
 */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const PORT = '18080'
const PATIENCE_MS = 60_000

const say = (/** @type {string} */ line) => process.stderr.write(`image: ${line}\n`)

/** Instructions of each stage, lines that go on joined. */
function readStages() {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8').replace(/\\\n/g, ' ')
  /** @type {{ keyword: string, rest: string }[][]} */
  const stages = []
  for (const line of text.split('\n')) {
    const [, keyword = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (keyword === 'FROM') stages.push([])
    else if (keyword !== '') stages.at(-1)?.push({ keyword, rest })
  }
  return stages
}

/** @param {string} rest @param {string} from @param {string} to */
function copy(rest, from, to) {
  const [target = '.', ...sources] = rest
    .split(/\s+/)
    .filter((word) => !word.startsWith('--'))
    .toReversed()
  for (const source of sources) {
    const path = source.replace(/^\/app\//, '')
    const into =
      sources.length > 1 || target.endsWith('./') ? join(to, target, path.split('/').at(-1) ?? '') : join(to, target)
    mkdirSync(dirname(into), { recursive: true })
    cpSync(join(from, path), into, { recursive: true, verbatimSymlinks: true })
  }
}

/** @param {string} command @param {string} cwd */
function run(command, cwd) {
  say(command)
  const { status } = spawnSync(command, { cwd, shell: true, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`“${command}” ended with ${status}.`)
}

/** @param {string} cwd @param {string[]} command */
async function start(cwd, command) {
  say(command.join(' '))
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    // A platform that cannot be reached is enough: the bot lives, and says so.
    env: {
      // Where the image's own database server does not run, the one that set-up found for the checkout does.
      PATH: `${process.env.PATH}:${join(root, '.cache', 'server')}`,
      PORT,
      REPOBRAIN_DATA: join(cwd, 'data'),
      LOG_LEVEL: 'silent',
      DISCORD_TOKEN: 'none',
      DISCORD_API_URL: 'http://127.0.0.1:9/api',
    },
  })
  const deadline = Date.now() + PATIENCE_MS
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => null)
      if (answer?.ok) return
      if (child.exitCode !== null || Date.now() > deadline) throw new Error('The bot did not become healthy.')
      await new Promise((done) => setTimeout(done, 100))
    }
  } finally {
    child.kill('SIGTERM')
    await new Promise((done) => (child.exitCode === null ? child.once('exit', done) : done(null)))
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'repobrain-image-'))
try {
  const [build = [], image = []] = readStages()
  const [built, final] = [join(scratch, 'build'), join(scratch, 'image')]
  for (const folder of [built, final]) mkdirSync(folder)
  for (const { keyword, rest } of build) {
    if (keyword === 'COPY') copy(rest, root, built)
    if (keyword === 'RUN') run(rest, built)
  }
  for (const { keyword, rest } of image)
    if (keyword === 'COPY') copy(rest, rest.includes('--from=') ? built : root, final)
  const words = (/** @type {string} */ keyword) =>
    /** @type {string[]} */ (JSON.parse(image.find((one) => one.keyword === keyword)?.rest ?? '[]'))
  await start(resolve(final), [...words('ENTRYPOINT'), ...words('CMD')])
  say('healthy')
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
