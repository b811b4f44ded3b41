import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApt } from './apt.mjs'
import { isAtLeast } from './is-at-least.mjs'
import { run, SetupError } from './run.mjs'

/** First server whose version the distribution has new enough; the second package holds the program itself. */
const SERVERS = [
  { packages: ['valkey-server', 'valkey-tools'], program: 'valkey-server', since: '8.0' },
  { packages: ['redis-server', 'redis-tools'], program: 'redis-server', since: '7.2' },
]

/**
 * Shared libraries that a slim machine may lack, and the packages that have them, newest name first.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const LIBRARIES = {
  'liblzf.so.1': ['liblzf1'],
  'libjemalloc.so.2': ['libjemalloc2'],
  'libatomic.so.1': ['libatomic1'],
  'libgomp.so.1': ['libgomp1'],
  'libssl.so.3': ['libssl3t64', 'libssl3'],
  'libcrypto.so.3': ['libssl3t64', 'libssl3'],
  'libsystemd.so.0': ['libsystemd0'],
  'libcap.so.2': ['libcap2'],
  'libstdc++.so.6': ['libstdc++6'],
  'libgcc_s.so.1': ['libgcc-s1'],
}

/**
 * Unpacks the distribution's database server into `target` and writes `target/valkey-server`, which starts it with its own
 * libraries. Works as root and as anyone else, with apt's lists and archives in a folder of its own. Debian and Ubuntu only.
 *
 * @param {string} target
 * @param {string} module
 * @param {(line: string) => void} say
 */
export async function unpackServer(target, module, say) {
  const work = `${target}.${process.pid}`
  const files = join(work, 'root')
  await rm(work, { recursive: true, force: true })
  try {
    await mkdir(files, { recursive: true })
    const apt = await openApt(join(work, 'apt'))
    say(`database server: reading package lists (${apt.suites.join(', ')} of this machine's mirror)`)
    await apt.run(['update', '--quiet'])
    const server = await choose(apt)
    say(`database server: downloading ${server.packages.join(', ')} ${server.version}`)
    await apt.unpack(server.packages, files)

    const program = join(files, 'usr', 'bin', server.program)
    const libraries = join(files, 'usr', 'lib', 'x86_64-linux-gnu')
    const missing = await missingLibraries([program, module], libraries)
    for (const library of missing) {
      const packages = LIBRARIES[library]
      if (packages === undefined)
        throw new SetupError(`database server: the library ${library} is missing on this machine.`)
      const name = await firstAvailable(apt, packages)
      if (name === null)
        throw new SetupError(`database server: no package with ${library} was found (${packages.join(', ')}).`)
      await apt.unpack([name], files)
    }
    if (missing.length > 0) say(`database server: with ${missing.join(', ')}`)

    await rm(join(work, 'apt'), { recursive: true, force: true })
    await writeFile(join(work, 'valkey-server'), launcher(server.program))
    await chmod(join(work, 'valkey-server'), 0o755)
    await rm(target, { recursive: true, force: true })
    await rename(work, target)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** @param {string} program */
const launcher = (program) => `#!/bin/sh
# Written by scripts/setup.mjs: starts the unpacked server with the libraries that came with it.
here=$(dirname "$0")/root
LD_LIBRARY_PATH="$here/usr/lib/x86_64-linux-gnu:$here/lib/x86_64-linux-gnu" exec "$here/usr/bin/${program}" "$@"
`

/** @param {{ candidate(name: string): Promise<string | null> }} apt */
async function choose(apt) {
  for (const server of SERVERS) {
    const version = await apt.candidate(server.packages[0] ?? '')
    if (version === null) continue
    if (isAtLeast(version, server.since)) return { ...server, version }
  }
  throw new SetupError(
    'database server: this distribution has neither valkey-server 8 nor redis-server 7.2; set FALKORDB_URL.',
  )
}

/**
 * @param {readonly string[]} programs
 * @param {string} libraryPath
 */
async function missingLibraries(programs, libraryPath) {
  const { output } = await run('ldd', programs, { env: { LD_LIBRARY_PATH: libraryPath } })
  return [...new Set(Array.from(output.matchAll(/^\s*(\S+) => not found/gm), (match) => match[1] ?? ''))]
}

/**
 * @param {{ candidate(name: string): Promise<string | null> }} apt
 * @param {readonly string[]} names
 */
async function firstAvailable(apt, names) {
  for (const name of names) if ((await apt.candidate(name)) !== null) return name
  return null
}
