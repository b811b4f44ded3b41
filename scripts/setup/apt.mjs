import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run, SetupError } from './run.mjs'

/**
 * apt with a sources list, lists and archives of its own, made from the mirror that the machine itself uses. Throws
 * SetupError on anything but Debian and Ubuntu.
 *
 * @param {string} dir
 */
export async function openApt(dir) {
  const { id, codename } = await readRelease()
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
