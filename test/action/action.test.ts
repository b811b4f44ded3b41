/** The action as GitHub reads it, and its steps run here: against the fake GitHub, with the program from source. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { type GitHubServer, openGitHubServer, TOKEN } from '../fakes/github/github-server.ts'
import { buildRepository, type Commit } from '../fixtures/build-repository.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax, as far as a composite action goes. */
const step = z.strictObject({
  name: z.string(),
  id: z.string().optional(),
  if: z.string().optional(),
  shell: z.literal('bash').optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.string()).optional(),
})
const action = z.strictObject({
  name: z.string(),
  description: z.string().max(125),
  branding: z.strictObject({ icon: z.string(), color: z.string() }),
  inputs: z.record(z.string(), z.strictObject({ description: z.string(), default: z.string() })),
  runs: z.strictObject({ using: z.literal('composite'), steps: z.array(step) }),
})
const workflow = z.looseObject({
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  concurrency: z.looseObject({ group: z.string() }),
  jobs: z.record(z.string(), z.looseObject({ steps: z.array(z.looseObject({ uses: z.string() })) })),
})

const { inputs, runs } = action.parse(parse(read('action.yml')))
const named = (name: string) => runs.steps.find((each) => each.name === name)

describe('action.yml', () => {
  it('has steps that either run or use something; what runs names its shell', () => {
    for (const each of runs.steps) {
      expect([each.name, each.run === undefined]).toEqual([each.name, each.uses !== undefined])
      expect([each.name, each.shell]).toEqual([each.name, each.run === undefined ? undefined : 'bash'])
    }
  })

  it('puts no expression into a script, where a branch name could become a command', () => {
    for (const { run = '' } of runs.steps) expect(run).not.toContain('${{')
  })

  it('uses every input that it has, and no other', () => {
    const used = new Set(Array.from(JSON.stringify(runs).matchAll(/inputs\.([\w-]+)/g), ([, name]) => name))
    expect([...used].sort()).toEqual(Object.keys(inputs).sort())
  })

  it('checks nothing out', () => {
    expect(runs.steps.flatMap(({ uses }) => uses ?? [])).toEqual(['actions/cache@v4'])
  })

  it('is documented with a workflow that GitHub takes, and no more permissions than it needs', () => {
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(read('docs/github-action.md')) ?? []
    const { permissions } = workflow.parse(parse(example))
    expect(permissions).toEqual({ contents: 'read', issues: 'read', 'pull-requests': 'write' })
  })
})

describe('its steps', () => {
  const NAME = 'test/app'
  let server: GitHubServer
  let head: Commit
  let actionPath: string
  const data = join(temporaryDirectory(), 'repobrain')

  beforeAll(async () => {
    const repository = buildRepository()
    const base = repository.commit({
      files: { 'a.py': 'def pay():\n    return 1\n\n\ndef shop():\n    return pay()\n' },
    })
    head = repository.commit({
      branch: 'topic',
      start: base,
      files: { 'a.py': 'def pay(amount):\n    return amount\n\n\ndef shop():\n    return pay()\n' },
    })
    repository.ref('refs/pull/5/head', head)
    const directory = await repository.write({ bare: true })
    const pullRequest = {
      number: 5,
      state: 'OPEN' as const,
      title: 'Pay an amount',
      author: { login: 'stranger' },
      base: base.sha,
      head: { branch: 'topic', commit: head.sha, repository: 'stranger/app' },
    }
    server = await openGitHubServer({
      repositories: { [NAME]: { directory, pullRequests: [pullRequest] } },
      viewer: 'github-actions[bot]',
    })
    // What the first step builds, from source.
    actionPath = temporaryDirectory()
    mkdirSync(join(actionPath, 'dist'))
    writeFileSync(
      join(actionPath, 'dist/main.js'),
      `import { spawnSync } from 'node:child_process'
const { status } = spawnSync(process.execPath, ['--import', 'tsx', ${JSON.stringify(join(ROOT, 'src/main.ts'))}, ...process.argv.slice(2)], {
  cwd: ${JSON.stringify(ROOT)}, stdio: 'inherit' })
process.exitCode = status ?? 1
`,
    )
  })
  afterAll(() => server.close())

  /** What the runner would set, and the step's own variables with their expressions filled in. */
  async function runStep(name: string, given: Readonly<Record<string, string>>) {
    const { run = '', env = {} } = named(name) ?? {}
    const context: Record<string, string> = {
      'runner.temp': data.slice(0, -'/repobrain'.length),
      'inputs.github-token': TOKEN,
      'inputs.repository': NAME,
      'inputs.skip-labels': inputs['skip-labels']?.default ?? '',
      ...given,
    }
    const filled = Object.entries(env).map(([key, value]) => [
      key,
      value.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, expression: string) => context[expression] ?? ''),
    ])
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        GITHUB_ACTION_PATH: actionPath,
        GITHUB_API_URL: server.url,
        ...Object.fromEntries(filled),
      },
    })
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.on('close', resolve)),
    ])
    return { code, output: stdout + stderr }
  }

  it('read the repository, and comment on a pull request from a fork', async () => {
    const ingested = await runStep('Read the repository', {})
    expect(ingested).toMatchObject({ code: 0 })
    const reviewed = await runStep('Review the pull request', { 'inputs.pull-request': '5' })
    expect(reviewed).toMatchObject({ code: 0 })
    const { comments } = server.rest.on(NAME, 5)
    expect(comments.map(({ author }) => author)).toEqual(['github-actions[bot]'])
    expect(comments[0]?.body).toContain('RepoBrain')
    expect(comments[0]?.body).toContain('`pay`')
    expect(ingested.output + reviewed.output).not.toContain(TOKEN)
  })
})
