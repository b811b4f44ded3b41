/** `ask` and `chat` with a language model in the environment, from the command line to the model's server and back. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../src/agent/answer.ts'
import { openBundle } from '../../src/git/open-bundle.ts'
import { openGroqServer } from '../fakes/groq/groq-server.ts'
import type { SentRequest } from '../fakes/groq/turn.ts'
import { runRepobrain, runRepobrainWith } from '../fixtures/run-repobrain.ts'
import { temporaryDirectory } from '../fixtures/temporary-directory.ts'

const BUNDLE = fileURLToPath(new URL('../../demo/sample.bundle', import.meta.url))
const WHY = 'why is `retry_delay` written like this?'

const folder = temporaryDirectory()
const data = join(folder, 'data')
const using = (url: string) => ({
  GROQ_API_KEY: 'gsk_0123456789abcdef0123',
  GROQ_BASE_URL: url,
  GROQ_PATIENCE_SECONDS: '1',
})

/** What is asked once an answer was given: whether it concluded something that lasts. */
const isAfterwards = (request: SentRequest) => request.response_format !== undefined
const NOTHING_LASTING = { text: '{"conclusions": []}' }

beforeAll(async () => {
  const { gitDir } = await openBundle(BUNDLE, join(folder, 'ferry.git'))
  await runRepobrain('ingest', gitDir, '--name', 'sample/ferry', '--data', data)
})

test('ask prints what the model wrote, and the sources that it named', async () => {
  const server = await openGroqServer([
    { text: 'See [1].' },
    NOTHING_LASTING,
    { text: 'See [1] and #9999.' },
    NOTHING_LASTING,
  ])
  const { exitCode, stdout } = await runRepobrainWith({ env: using(server.url) }, 'ask', WHY, '--data', data)
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^See \[1\]\.\n\nSources\n\[1\] retry_delay/)
  const json = await runRepobrainWith({ env: using(server.url) }, 'ask', WHY, '--json', '--data', data)
  const answer = JSON.parse(json.stdout) as Answer
  expect(answer).toMatchObject({ mode: 'model', text: 'See [1] and an unverified reference.', note: null })
  expect(answer.evidence[0]).toMatchObject({ ref: 1, role: 'subject', qualified_name: 'retry_delay' })
  expect(server.requests.map(isAfterwards)).toEqual([false, true, false, true])
})

test('a wrong key is said in one line below the answer of the rules, and stands in no output', async () => {
  const server = await openGroqServer([{ status: 401, error: { message: 'Invalid API Key gsk_0123456789abcdef0123' } }])
  const { exitCode, stdout, stderr } = await runRepobrainWith({ env: using(server.url) }, 'ask', WHY, '--data', data)
  expect(exitCode).toBe(0)
  expect(stdout.replace(/\s+/g, ' ')).toContain('Answered from the graph alone: the language model refuses to answer')
  expect(stdout + stderr).not.toContain('gsk_0123456789abcdef0123')
  expect(stderr).toContain('check GROQ_API_KEY')
})

test('chat goes on with the thread', async () => {
  const server = await openGroqServer(
    [
      (request) => {
        if (isAfterwards(request)) return NOTHING_LASTING
        const isFollowUp = request.messages[1]?.content?.includes('Earlier in this thread')
        return { text: isFollowUp ? 'As said [1].' : 'It waits longer each time [1].' }
      },
    ],
    { repeatLast: true },
  )
  const input = `${WHY}\nand who wrote it?\n/quit\n`
  const { stdout } = await runRepobrainWith({ env: using(server.url), input }, 'chat', '--data', data)
  expect(stdout).toContain('It waits longer each time [1].')
  expect(stdout).toContain('As said [1].')
  const questions = server.requests.filter((request) => !isAfterwards(request))
  expect(questions[1]?.messages[1]?.content).toContain('A: It waits longer each time')
})
