import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXAMPLES, loadConfig } from '../src/config.ts'
import { UserError } from '../src/errors.ts'
import { temporaryDirectory } from './fixtures/temporary-directory.ts'

const envFile = join(temporaryDirectory(), '.env')
writeFileSync(envFile, 'LOG_LEVEL=error\nREPOBRAIN_DATA=/from/file\nGITHUB_TOKEN=\n')
const NO_FILE = join(temporaryDirectory(), 'absent')

describe('configuration', () => {
  it('needs nothing', () => {
    expect(loadConfig({ env: {}, envFile: NO_FILE })).toEqual({
      dataDir: join(process.cwd(), '.repobrain'),
      logLevel: null,
      falkordbUrl: null,
      github: { apiUrl: 'https://api.github.com', token: null },
      languageModel: null,
      slack: null,
      discord: null,
      admins: [],
      reviews: {
        post: false,
        rules: { drafts: false, bots: false, skipLabels: ['no-repobrain'], skipPaths: [] },
      },
      syncMinutes: 10,
      port: null,
    })
  })

  it('takes Slack over a socket or over HTTP, and says what a bot token alone lacks', () => {
    const read = (env: Record<string, string>) =>
      loadConfig({ env: { SLACK_BOT_TOKEN: 'xoxb-1', ...env }, envFile: NO_FILE })
    expect(read({ SLACK_APP_TOKEN: 'xapp-1', SLACK_API_URL: 'http://127.0.0.1:1/api/' }).slack).toEqual({
      botToken: 'xoxb-1',
      connection: { appToken: 'xapp-1' },
      apiUrl: 'http://127.0.0.1:1/api/',
    })
    expect(read({ SLACK_SIGNING_SECRET: 's' }).slack).toMatchObject({
      connection: { signingSecret: 's', port: 3000 },
      apiUrl: null,
    })
    expect(() => read({})).toThrow('SLACK_BOT_TOKEN alone')
  })

  it('sends no token anywhere unencrypted but to this machine', () => {
    const env = { DISCORD_TOKEN: 'secret', DISCORD_API_URL: 'http://discord.example/api' }
    expect(() => loadConfig({ env, envFile: NO_FILE })).toThrow('DISCORD_API_URL')
  })

  it('takes admins of several platforms', () => {
    const env = { REPOBRAIN_ADMINS: 'slack:U1, 42 ,discord:43' }
    expect(loadConfig({ env, envFile: NO_FILE }).admins).toEqual(['slack:U1', '42', 'discord:43'])
    expect(() => loadConfig({ env: { REPOBRAIN_ADMINS: 'Ann Smith' }, envFile: NO_FILE })).toThrow('REPOBRAIN_ADMINS')
  })

  it('never shows a bad token, whatever it looks like', () => {
    const env = { SLACK_BOT_TOKEN: 'my secret token' }
    expect(() => loadConfig({ env, envFile: NO_FILE })).toThrow(/SLACK_BOT_TOKEN=\[hidden\]/)
  })

  it('takes a language model by its key, with limits that have defaults', () => {
    const env = { GROQ_API_KEY: 'gsk_key', GROQ_BASE_URL: 'http://localhost:11434/v1', GROQ_PATIENCE_SECONDS: '2.5' }
    expect(loadConfig({ env, envFile: NO_FILE }).languageModel).toEqual({
      apiKey: 'gsk_key',
      model: 'openai/gpt-oss-120b',
      baseUrl: 'http://localhost:11434/v1',
      questionTokens: 6000,
      patienceMs: 2500,
    })
  })

  it('takes the .env file, over it the environment, over both the option', () => {
    expect(loadConfig({ env: {}, envFile })).toMatchObject({ logLevel: 'error', dataDir: '/from/file' })
    expect(loadConfig({ env: { LOG_LEVEL: 'info' }, envFile }).logLevel).toBe('info')
    expect(loadConfig({ env: { REPOBRAIN_DATA: '/from/env' }, envFile, dataDir: '/option' }).dataDir).toBe('/option')
  })

  it('takes an empty variable as absent', () => {
    expect(loadConfig({ env: { GITHUB_TOKEN: ' ', FALKORDB_URL: '' }, envFile })).toMatchObject({
      github: { token: null },
      falkordbUrl: null,
    })
  })

  it('accepts its own examples', () => {
    expect(() => loadConfig({ env: EXAMPLES, envFile: NO_FILE })).not.toThrow()
  })

  it.each([
    ['LOG_LEVEL', 'loud'],
    ['FALKORDB_URL', 'localhost:6379'],
    ['FALKORDB_URL', 'https://example.org'],
    ['GITHUB_API_URL', 'http://example.org/api/v3'],
  ])('refuses %s=%s with an example', (name, value) => {
    const failure = catchError(() => loadConfig({ env: { [name]: value }, envFile: NO_FILE }))
    expect(failure.message).toContain(name)
    expect(failure.remedy).toContain(`${name}=${EXAMPLES[name as keyof typeof EXAMPLES]}`)
    expect(failure.exitCode).toBe(2)
  })

  it('does not repeat a password that it refuses', () => {
    const failure = catchError(() =>
      loadConfig({ env: { FALKORDB_URL: 'http://user:hunter2@host' }, envFile: NO_FILE }),
    )
    expect(failure.message).not.toContain('hunter2')
  })
})

function catchError(work: () => unknown): UserError {
  try {
    work()
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
