/** The command line against a GitHub on loopback: clone, records, graph. */
import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { type GitHubServer, type GitHubServerOptions, openGitHubServer, TOKEN } from '../fakes/github/github-server.ts'
import { type FakePullRequest, timeOf } from '../fakes/github/world.ts'
import { buildRepository, type RepositoryBuilder } from '../fixtures/build-repository.ts'
import { runRepobrainWith } from '../fixtures/run-repobrain.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'

const servers: GitHubServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

interface World {
  readonly server: GitHubServer
  readonly builder: RepositoryBuilder
  readonly directory: string
  readonly pullRequests: FakePullRequest[]
  readonly data: string
  run(...argv: string[]): ReturnType<typeof runRepobrainWith>
  runWith(env: Record<string, string>, ...argv: string[]): ReturnType<typeof runRepobrainWith>
}

async function world(options: Partial<GitHubServerOptions> & { private?: boolean } = {}): Promise<World> {
  const builder = buildRepository()
  builder.commit({ message: 'Start', files: { 'a.py': 'def a():\n    return 1\n' } })
  const commits = [{ files: { 'a.py': 'def a():\n    return 2\n' } }]
  const { landed } = builder.pullRequest({ number: 5, title: 'Return two', style: 'squash', commits })
  const directory = await builder.write()
  const lin = { login: 'lin', id: 7, name: 'Lin' }
  const pullRequests: FakePullRequest[] = [
    { number: 5, title: 'Return two', mergeCommit: landed.sha, closes: [3], reviews: [{ author: lin }] },
  ]
  const issues = [{ number: 3, title: 'One is too little', author: lin }]
  const repository = { directory, pullRequests, issues, private: options.private ?? false, formerNames: ['acme/old'] }
  const server = await openGitHubServer({ repositories: { 'acme/api': repository }, ...options })
  servers.push(server)
  const data = temporaryDirectory()
  const runWith: World['runWith'] = (env, ...argv) =>
    runRepobrainWith({ env: { GITHUB_API_URL: server.url, ...env } }, ...argv, '--data', data)
  return {
    server,
    builder,
    directory,
    pullRequests,
    data,
    runWith,
    run: (...argv) => runWith({ GITHUB_TOKEN: TOKEN }, ...argv),
  }
}

/** Every file under a folder as text. */
const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))

describe('ingest of owner/name', () => {
  it('clones the repository and fetches its records', async () => {
    const { run, server } = await world({ private: true })
    const { exitCode, stdout, stderr } = await run('ingest', 'acme/api', '--json')
    expect(stderr).toContain('Asking GitHub')
    expect(exitCode).toBe(0)
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ repository: 'acme/api', history: { pull_requests: 1 } })
    expect(report.fetched).toMatchObject({ pull_requests: 1, issues: 1, complete: true, requests: 2 })
    const nodes = (await run('export')).stdout
    expect(nodes).toContain(`${server.url}/acme/api`)
    expect(nodes).toContain('"label":"PullRequest"')
  })

  it('C1: has each of 230 pull requests once, though GitHub fails again and again', async () => {
    const builder = buildRepository()
    builder.commit({ message: 'Start', files: { 'a.py': 'def a():\n    return 0\n' } })
    const landed = Array.from({ length: 230 }, (_, at) => {
      const commits = [{ files: { 'a.py': `def a():\n    return ${at + 1}\n` } }]
      return builder.pullRequest({ number: at + 1, title: `Change ${at + 1}`, style: 'squash', head: false, commits })
        .landed
    })
    const directory = await builder.write()
    const pullRequests = landed.map(({ sha }, at) => ({ number: at + 1, mergeCommit: sha }))
    const seen = new Set<unknown>()
    const server = await openGitHubServer({
      repositories: { 'acme/api': { directory, pullRequests } },
      fault({ operation, variables: { first, after } }) {
        if (operation !== 'PullRequests' || seen.has(after)) return null
        if (Number(first) > 12) return { status: 502 }
        seen.add(after)
        if (seen.size === 3) {
          return { status: 403, headers: { 'retry-after': '1' }, body: { message: 'secondary rate limit' } }
        }
        return seen.size === 5
          ? { alter: (result) => Object.assign(result, { errors: [{ message: 'in part' }] }) }
          : null
      },
    })
    servers.push(server)
    const env = { GITHUB_API_URL: server.url, GITHUB_TOKEN: TOKEN }
    const data = temporaryDirectory()
    const { stdout, stderr } = await runRepobrainWith({ env }, 'ingest', 'acme/api', '--data', data, '--json')
    expect(stderr).toContain('GitHub: too much at once; going on in 1 s.')
    expect(JSON.parse(stdout)).toMatchObject({ history: { pull_requests: 230 }, fetched: { pull_requests: 230 } })
    const lines = (await runRepobrainWith({ env }, 'export', '--data', data)).stdout.split('\n')
    const pulls = lines
      .filter((line) => line.includes('"label":"PullRequest"'))
      .map((line) => JSON.parse(line).props.number)
    expect(pulls.sort((a, b) => a - b)).toEqual(Array.from({ length: 230 }, (_, at) => at + 1))
  })

  it('without a token works with git alone, and says so', async () => {
    const { runWith, server } = await world()
    const { exitCode, stdout } = await runWith({}, 'ingest', 'acme/api')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('Not there: reviews are not indexed (no GitHub records).')
    expect(server.queries).toEqual([])
  })

  it('goes on with git alone when GitHub has trouble, and says so', async () => {
    const { run } = await world({ fault: () => ({ status: 400 }) })
    const { exitCode, stdout } = await run('ingest', 'acme/api')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('were not brought up to date')
    expect(stdout).toContain('it answers 400')
  })

  it('of a private repository without access is one clear sentence', async () => {
    const { runWith } = await world({ private: true })
    const { exitCode, stderr } = await runWith({}, 'ingest', 'acme/api')
    expect(exitCode).toBe(3)
    expect(stderr).toContain('GitHub has no repository acme/api, or it is private.')
  })
})

describe('sync', () => {
  it('brings git and records up to date, as a clean ingest would', async () => {
    const { run, builder, pullRequests } = await world()
    await run('ingest', 'acme/api')
    const commits = [{ files: { 'a.py': 'def a():\n    return 3\n' } }]
    const { landed } = builder.pullRequest({ number: 6, title: 'Return three', style: 'squash', commits })
    await builder.write()
    pullRequests.push({ number: 6, title: 'Return three', mergeCommit: landed.sha, updatedAt: timeOf(50) })
    const synced = await run('sync', '--json')
    expect(JSON.parse(synced.stdout).repositories).toMatchObject([
      {
        repository: 'acme/api',
        error: null,
        report: { commit: landed.sha, fetched: { pull_requests: 2, requests: 2 } },
      },
    ])
    const after = await run('export')
    await run('ingest', 'acme/api', '--workspace', 'clean')
    expect((await run('export', '--workspace', 'clean')).stdout).toBe(after.stdout)
  })

  it('follows a renamed default branch, rewritten history and deleted branches', async () => {
    const { run, builder, directory } = await world()
    builder.commit({ branch: 'side', message: 'Side' })
    await builder.write()
    await run('ingest', 'acme/api')
    const git = (...args: string[]) => execFileSync('git', ['-C', directory, ...args])
    git('branch', '-D', 'side')
    git('branch', '-m', 'main', 'trunk')
    git('update-ref', 'refs/heads/trunk', git('rev-parse', 'trunk~1').toString().trim())
    const { exitCode } = await run('sync')
    expect(exitCode).toBe(0)
    const status = JSON.parse((await run('status', '--json')).stdout)
    expect(status.repositories).toMatchObject([{ branch: 'trunk', behind: 0 }])
  })

  it('tells what it could not sync, and why', async () => {
    const { run, server } = await world()
    await run('ingest', 'acme/api')
    await server.close()
    const { exitCode, stdout } = await run('sync')
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/^acme\/api is as it was: GitHub: /m)
  })
})

describe('github-data', () => {
  it('writes records that a later ingest reads instead of the network', async () => {
    const { run, runWith } = await world()
    const out = join(temporaryDirectory(), 'records.jsonl')
    const written = await run('github-data', 'acme/api', '--out', out)
    expect(written.stdout).toContain('1 pull requests and 1 issues of acme/api')
    const kinds = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).kind)
    expect(kinds).toEqual(['repository', 'pull_request', 'issue'])
    await run('ingest', 'acme/api')
    const fetched = (await run('export')).stdout
    await runWith({}, 'ingest', 'acme/api', '--github-data', out, '--workspace', 'file')
    expect((await run('export', '--workspace', 'file')).stdout).toBe(fetched)
  })

  it('says what a repository is called today', async () => {
    const { run } = await world()
    expect((await run('github-data', 'acme/old')).stdout).toContain('acme/old is called acme/api today.')
  })

  it('without a token asks for one', async () => {
    const { runWith } = await world()
    const { exitCode, stderr } = await runWith({}, 'github-data', 'acme/api')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('Set GITHUB_TOKEN')
  })

  it('that GitHub broke off exits with 1 and says how to go on', async () => {
    const { run } = await world({ fault: ({ operation }) => (operation === 'Issues' ? { status: 400 } : null) })
    const { exitCode, stdout } = await run('github-data', 'acme/api')
    expect(exitCode).toBe(1)
    expect(stdout).toContain('Not complete: GitHub: it answers 400. Run it again to go on from here.')
  })
})

describe('doctor', () => {
  it('says whose token it is, and what is wrong with one', async () => {
    const { run, runWith } = await world()
    expect((await run('doctor')).stdout).toMatch(/✓ github +http:.* token of ada, \d+ points left/)
    const refused = await runWith({ GITHUB_TOKEN: 'wrong' }, 'doctor')
    expect(refused.stdout).toMatch(/✗ github +GitHub refuses GITHUB_TOKEN/)
    expect(refused.exitCode).toBe(1)
    expect((await runWith({}, 'doctor')).stdout).toMatch(/✓ github +no token: git alone/)
  })
})

describe('a token', () => {
  const wrong = 'neverAppearing-0123456789'
  it.each([
    ['that is wrong or has expired', wrong, 'GitHub refuses GITHUB_TOKEN: it is wrong or has expired.'],
    ['with a line break', `${wrong}\n`, 'GITHUB_TOKEN has a line break in it.'],
  ])('%s is one clear sentence, and nowhere to be found', async (_, token, sentence) => {
    const { runWith, data } = await world()
    for (const verb of ['ingest', 'github-data']) {
      const { exitCode, stdout, stderr } = await runWith(
        { GITHUB_TOKEN: token, LOG_LEVEL: 'trace' },
        verb,
        'acme/api',
        '--json',
      )
      expect(exitCode).toBe(1)
      expect(stderr).toContain(sentence)
      for (const text of [stdout, stderr, ...contents(data)]) expect(text).not.toContain(token.trim())
    }
  })

  it('that works is in no file, no output and no list of processes', async () => {
    const { server, data } = await world({ private: true })
    const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
    const env = { ...process.env, GITHUB_API_URL: server.url, GITHUB_TOKEN: TOKEN, LOG_LEVEL: 'trace' }
    const argv = ['--import', 'tsx', main, 'ingest', 'acme/api', '--data', data]
    const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    const commands = new Set<string>()
    const watching = setInterval(() => {
      for (const command of execFileSync('ps', ['-eo', 'args']).toString().split('\n')) commands.add(command)
    }, 40)
    const exitCode = await new Promise((resolve) => child.on('close', resolve))
    clearInterval(watching)
    const said = Buffer.concat(output).toString()
    expect(said).toContain('is indexed at')
    expect(exitCode).toBe(0)
    const encoded = Buffer.from(`x-access-token:${TOKEN}`).toString('base64')
    for (const text of [said, ...commands, ...contents(data)]) {
      expect(text).not.toContain(TOKEN)
      expect(text).not.toContain(encoded)
    }
  })
})
