import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BOT_SCOPES } from '../../adapters/slack/scopes.ts'
import { checkDataFolder, checkNode } from '../../src/cli/doctor/check-machine.ts'
import { openGroqServer } from '../fakes/groq/groq-server.ts'
import { startFakeSlack } from '../fakes/slack/fake-slack.ts'
import { runRepobrainWith } from '../fixtures/run-repobrain.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'

const isRoot = process.getuid?.() === 0

describe('doctor', () => {
  it.each([
    ['20.18.3', false],
    ['20.19.0', true],
    ['22.0.0', true],
  ])('Node %s serves: %s', (version, ok) => {
    const check = checkNode(version)
    expect(check.ok).toBe(ok)
    expect(check.remedy === null).toBe(ok)
  })

  it('says so when the data folder is a file', async () => {
    const file = join(temporaryDirectory(), 'file')
    writeFileSync(file, '')
    expect(await checkDataFolder(file)).toMatchObject({ ok: false, remedy: expect.stringContaining('--data') })
  })

  it.skipIf(isRoot)('says so when the data folder cannot be written', async () => {
    const folder = join(temporaryDirectory(), 'read-only')
    mkdirSync(folder)
    chmodSync(folder, 0o500)
    expect(await checkDataFolder(folder)).toMatchObject({ ok: false })
  })

  it('exits 1 with the remedy when the database is away, and still does the other checks', async () => {
    const env = { FALKORDB_URL: 'redis://user:hunter2@127.0.0.1:1' }
    const text = await runRepobrainWith({ env }, 'doctor', '--data', temporaryDirectory())
    expect(text.exitCode).toBe(1)
    expect(text.stdout).toMatch(/✗ database .+\n +Check FALKORDB_URL/)
    expect(text.stdout).toMatch(/✓ git +\d/)
    expect(text.stdout + text.stderr).not.toContain('hunter2')
    const json = await runRepobrainWith({ env }, 'doctor', '--data', temporaryDirectory(), '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false })
  })

  it('asks Slack about its tokens, and says what to do about a wrong one', async () => {
    const slack = await startFakeSlack()
    onTestFinished(slack.close)
    slack.scopes = Object.keys(BOT_SCOPES)
    const env = {
      FALKORDB_URL: 'redis://127.0.0.1:1',
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_APP_TOKEN: 'xapp-wrong',
      SLACK_API_URL: slack.apiUrl,
    }
    const { exitCode, stdout } = await runRepobrainWith({ env }, 'doctor', '--data', temporaryDirectory())
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/✓ slack +@repobrain in Acme/)
    expect(stdout).toMatch(/✗ slack socket +Slack does not take SLACK_APP_TOKEN \(invalid_auth\)\n +.*App-Level Tokens/)
    expect(stdout).not.toContain('xapp-wrong')
  })

  it('asks the language model for a word, and says what to check when there comes none', async () => {
    const groq = await openGroqServer([{ text: 'ready' }, { status: 401, error: { message: 'Invalid API Key' } }])
    const env = { FALKORDB_URL: 'redis://127.0.0.1:1', GROQ_API_KEY: 'gsk_test', GROQ_BASE_URL: groq.url }
    const ask = () => runRepobrainWith({ env }, 'doctor', '--data', temporaryDirectory())
    expect((await ask()).stdout).toMatch(/✓ model +openai\/gpt-oss-120b at http\S+ answers in \d+ ms/)
    expect((await ask()).stdout).toMatch(/✗ model .+\n +.*GROQ_API_KEY/)
  })
})
