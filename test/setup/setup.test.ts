import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

interface Result {
  readonly code: number
  readonly lines: readonly string[]
}

/** Runs the set-up of a checkout without the variables that would change what it does. */
function setup(root: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Result> {
  const { FALKORDB_URL: _, ...inherited } = process.env
  return new Promise((done) => {
    const script = join(root, 'scripts', 'setup.mjs')
    execFile(process.execPath, [script, ...args], { env: { ...inherited, ...env } }, (error, _stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), lines: stderr.trimEnd().split('\n') })
    })
  })
}

describe('set-up', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'repobrain set-up '))
    for (const file of ['scripts', 'package.json', 'package-lock.json']) {
      cpSync(join(checkout, file), join(root, file), { recursive: true })
    }
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  /** A program of that name before all others on the path. */
  function program(name: string, script: string): NodeJS.ProcessEnv {
    const bin = join(root, 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
    return { PATH: `${bin}:${process.env.PATH}` }
  }

  it('of a checkout that is ready says so in two lines and changes nothing', async () => {
    const { code, lines } = await setup(checkout)
    expect(lines).toEqual([
      'setup: packages: installed as locked',
      expect.stringMatching(/^setup: database server: (Valkey|Redis) \d[\d.]+ \(.+\), loads FalkorDB$/),
    ])
    expect(code).toBe(0)
  })

  it('looks for no server where FALKORDB_URL names one, in the environment or in .env', async () => {
    symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'))
    const remote = 'setup: database server: FALKORDB_URL is set, no embedded one is needed'
    expect((await setup(root, [], { FALKORDB_URL: 'redis://db:6379' })).lines).toContain(remote)
    writeFileSync(join(root, '.env'), 'FALKORDB_URL=redis://db:6379\n')
    expect((await setup(root)).lines).toContain(remote)
    expect(readdirSync(root)).not.toContain('.cache')
  })

  it('does only the packages when asked to', async () => {
    symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'))
    expect(await setup(root, ['--packages'])).toEqual({ code: 0, lines: ['setup: packages: installed as locked'] })
  })

  it('installs the locked packages where there are none, and where another version lies', async () => {
    const npm = program('npm', `echo "$PWD: npm $*" > npm-was-called`)
    const installing = 'setup: packages: installing what package-lock.json names (npm ci)'
    expect((await setup(root, ['--packages'], npm)).lines).toEqual([installing])
    expect(readdirSync(root)).toContain('npm-was-called')

    mkdirSync(join(root, 'node_modules'))
    const older = { packages: { 'node_modules/zod': { version: '1.0.0' } } }
    writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify(older))
    expect((await setup(root, ['--packages'], npm)).lines).toEqual([installing])
  })

  it('says what npm said when it fails', async () => {
    const npm = program('npm', 'echo "no space left"; exit 1')
    expect(await setup(root, [], npm)).toEqual({
      code: 1,
      lines: expect.arrayContaining(['setup: npm ci failed:', 'no space left']),
    })
  })

  it('names the command for a remote database where no embedded one exists', async () => {
    const npm = program('npm', 'mkdir -p node_modules')
    const { code, lines } = await setup(root, [], npm)
    expect(code).toBe(1)
    expect(lines.join('\n')).toMatch(/no embedded FalkorDB for .*\n.*docker run .*falkordb\/falkordb\n.*FALKORDB_URL=/)
  })
})

describe('a server found on the machine', () => {
  it.each([
    ['too old', 'echo "Redis server v=6.0.16 sha=0"'],
    ['no server', 'echo hello'],
    ['unable to load the module', 'echo "Redis server v=7.4.0 sha=0"'],
  ])('is not taken when it is %s', async (_, script) => {
    const dir = mkdtempSync(join(tmpdir(), 'repobrain-server-'))
    const server = join(dir, 'redis-server')
    writeFileSync(server, `#!/bin/sh\n${script}\n`)
    chmodSync(server, 0o755)
    const { tryServer } = await import('../../scripts/setup/try-server.mjs')
    expect(await tryServer(server, '/nowhere/falkordb.so')).toBeNull()
    rmSync(dir, { recursive: true })
  })
})
