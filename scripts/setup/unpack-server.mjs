import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run, SetupError } from './run.mjs'

/** First server whose version the distribution has new enough; the second package holds the program itself. */
const SERVERS = [
  { packages: ['valkey-server', 'valkey-tools'], program: 'valkey-server', since: [8, 0] },
  { packages: ['redis-server', 'redis-tools'], program: 'redis-server', since: [7, 2] },
]

/** Shared libraries that a slim machine may lack, and the packages that have them, by age of the distribution. */
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
  const release = await readRelease()
  const work = `${target}.${process.pid}`
  const files = join(work, 'root')
  await rm(work, { recursive: true, force: true })
  try {
    await mkdir(files, { recursive: true })
    const apt = await prepareApt(join(work, 'apt'), release)
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

async function readRelease() {
  const text = existsSync('/etc/os-release') ? await readFile('/etc/os-release', 'utf8') : ''
  const read = (/** @type {string} */ name) => new RegExp(`^${name}="?([^"\\n]*)`, 'm').exec(text)?.[1] ?? ''
  const family = `${read('ID')} ${read('ID_LIKE')}`.split(' ')
  const codename = read('VERSION_CODENAME')
  if (
    !family.some((id) => id === 'debian' || id === 'ubuntu') ||
    codename === '' ||
    (await run('apt-get', ['--version'])).code !== 0
  ) {
    throw new SetupError(
      'database server: install valkey-server 8 or newer (or redis-server 7.2 or newer) with your package manager, or set FALKORDB_URL.',
    )
  }
  return { id: read('ID'), codename }
}

/**
 * apt with a sources list, lists and archives of its own, made from the mirror that the machine itself uses.
 *
 * @param {string} dir
 * @param {{ id: string, codename: string }} release
 */
async function prepareApt(dir, { id, codename }) {
  const mirror = await findMirror(codename)
  const suites = [codename, `${codename}-backports`]
  const keyring = ['gpg', 'pgp']
    .map((end) => `/usr/share/keyrings/${id}-archive-keyring.${end}`)
    .find((path) => existsSync(path))
  for (const folder of ['lists/partial', 'archives/partial']) await mkdir(join(dir, folder), { recursive: true })
  await writeFile(
    join(dir, 'mirror.sources'),
    [
      'Types: deb',
      `URIs: ${mirror.uri}`,
      `Suites: ${suites.join(' ')}`,
      `Components: ${mirror.components.join(' ')}`,
      'Architectures: amd64',
      ...(keyring === undefined ? [] : [`Signed-By: ${keyring}`]),
      '',
    ].join('\n'),
  )
  // Read after the machine's own settings, so that a proxy stays and hooks that tidy up the system's cache do not run.
  const config = join(dir, 'apt.conf')
  await writeFile(
    config,
    `#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
Dir::Etc::sourcelist "${join(dir, 'mirror.sources')}";
Dir::Etc::sourceparts "/dev/null";
Dir::State::lists "${join(dir, 'lists')}";
Dir::Cache "${dir}";
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "3";
`,
  )
  const call = async (
    /** @type {string} */ command,
    /** @type {string[]} */ args,
    /** @type {string | undefined} */ cwd,
  ) => {
    const { code, output } = await run(command, ['-c', config, ...args], {
      ...(cwd === undefined ? {} : { cwd }),
      env: { LC_ALL: 'C' },
    })
    if (code !== 0) throw new SetupError(`database server: ${command} ${args.join(' ')} failed:\n${output.trim()}`)
    return output
  }
  return {
    suites,
    run: (/** @type {string[]} */ args) => call('apt-get', args, undefined),
    /** The version that would be installed, or null. */
    candidate: async (/** @type {string} */ name) => {
      const version = /^ {2}Candidate: (?:\d+:)?(\S+)/m.exec(await call('apt-cache', ['policy', name], undefined))?.[1]
      return version === undefined || version === '(none)' ? null : version
    },
    unpack: async (/** @type {string[]} */ names, /** @type {string} */ target) => {
      const folder = join(dir, `debs-${names[0]}`)
      await mkdir(folder)
      await call('apt-get', ['download', ...names], folder)
      for (const name of await readdir(folder)) {
        const { code, output } = await run('dpkg', ['-x', join(folder, name), target])
        if (code !== 0) throw new SetupError(`database server: ${name} could not be unpacked:\n${output.trim()}`)
      }
    },
  }
}

/** @param {string} codename */
async function findMirror(codename) {
  const format = '$(REPO_URI) $(RELEASE) $(COMPONENT)'
  const { output } = await run('apt-get', [
    'indextargets',
    '--no-release-info',
    '--format',
    format,
    'Created-By: Packages',
  ])
  const rows = output.split('\n').map((line) => line.split(' '))
  const uri = rows.find((row) => row[1] === codename)?.[0]
  if (uri === undefined) throw new SetupError(`database server: apt on this machine has no source for ${codename}.`)
  const components = new Set(rows.filter((row) => row[0] === uri && row[1] === codename).map((row) => row[2] ?? 'main'))
  return { uri, components: [...components] }
}

/** @param {{ candidate(name: string): Promise<string | null> }} apt */
async function choose(apt) {
  for (const server of SERVERS) {
    const version = await apt.candidate(server.packages[0] ?? '')
    if (version === null) continue
    const [major = 0, minor = 0] = version.split(/[.+~-]/).map(Number)
    if (major > server.since[0] || (major === server.since[0] && minor >= server.since[1]))
      return { ...server, version }
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
