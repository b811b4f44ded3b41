/**
 * `npm run eval -- failures <gold.jsonl> --repos <folder of clones> [--data DIR] [--only ID,…] [--json]`: the verified questions
 * with a model's server that is down, slow, rate-limited or babbling. Each must get the answer of the rules, with one line that
 * says why, within `TARGET_MS` of the moment at which the failure was known. Exit code 0 when all do.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { table } from '../bench/table.ts'
import { askRepository } from '../handlers/ask-repository.ts'
import type { ModelUse } from '../src/agent/model/write-with-model.ts'
import { createGroqModel } from '../src/groq/create-groq-model.ts'
import { createLogger } from '../src/logger.ts'
import { readGold, readGoldOptions, visitGold } from './visit-gold.ts'

const TARGET_MS = 2_000
/** A server that says nothing for so long counts as gone: short, since the wait before the failure is not what is measured. */
const SILENCE_MS = 100

type Fault = 'down' | 'slow' | 'rate-limited' | 'babbling'
const FAULTS: readonly Fault[] = ['down', 'slow', 'rate-limited', 'babbling']

interface Outcome {
  readonly id: string
  readonly fault: Fault
  /** `not asked`: the rules answer such a question themselves, so that there is no failure. */
  readonly result: 'answered' | 'not asked' | 'no line' | 'another answer'
  /** From the failure to the answer. */
  readonly ms: number
}

export async function run(args: readonly string[]): Promise<number> {
  const options = readGoldOptions('failures', args)
  if (options === null) return 2
  const { asked } = await readGold(options.file, options.only)
  const servers = await Promise.all(FAULTS.map(async (fault) => ({ fault, ...(await openServer(fault)) })))
  const outcomes: Outcome[] = []
  await visitGold(asked, options, async ({ id, repo, question }, { database, workspace }) => {
    const ask = { database, workspace, repository: repo, text: question }
    const expected = await askRepository(ask)
    for (const { fault, url } of servers) {
      const model = watchedModel(url)
      const answer = await askRepository({ ...ask, model })
      const ms = model.failedAt() === null ? 0 : performance.now() - (model.failedAt() ?? 0)
      const same = answer.mode === 'graph' && answer.text === expected.text
      const told = answer.note !== null && !answer.note.includes('\n')
      const result = !same ? 'another answer' : model.failedAt() === null ? 'not asked' : told ? 'answered' : 'no line'
      outcomes.push({ id, fault, result, ms })
    }
  })
  for (const { close } of servers) close()
  const wrong = outcomes.filter(({ result, ms }) => (result !== 'answered' && result !== 'not asked') || ms > TARGET_MS)
  if (options.json) process.stdout.write(`${JSON.stringify({ targetMs: TARGET_MS, outcomes })}\n`)
  else process.stdout.write(`${report(outcomes, wrong)}\n`)
  return outcomes.length > 0 && wrong.length === 0 ? 0 : 1
}

function watchedModel(baseUrl: string): ModelUse & { failedAt(): number | null } {
  let failedAt: number | null = null
  const destination = {
    write: (line: string) => {
      if (line.includes('the model wrote no answer')) failedAt = performance.now()
    },
  }
  const logger = createLogger({ level: 'warn', destination })
  const model = createGroqModel({ apiKey: 'key', model: 'none', baseUrl, logger, silenceMs: SILENCE_MS })
  return { model, logger, questionTokens: 6_000, patienceMs: 0, failedAt: () => failedAt }
}

async function openServer(fault: Fault) {
  const server = createServer((_, response) => void misbehave(fault, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  if (fault === 'down') close()
  return { url, close }
}

async function misbehave(fault: Fault, response: ServerResponse): Promise<void> {
  if (fault === 'slow') return
  if (fault === 'rate-limited') {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '3600' })
    response.end(JSON.stringify({ error: { message: 'Rate limit reached', code: 'rate_limit_exceeded' } }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const choices = [{ index: 0, delta: { content: 'and so on and so forth ' }, finish_reason: null }]
  const event = `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', choices })}\n\n`
  while (!response.destroyed && !response.closed) {
    response.write(event)
    await nextTurn()
  }
}

function report(outcomes: readonly Outcome[], wrong: readonly Outcome[]): string {
  const rows = FAULTS.map((fault) => {
    const of = outcomes.filter((each) => each.fault === fault)
    const count = (result: Outcome['result']) => of.filter((each) => each.result === result).length
    const slowest = Math.max(0, ...of.map(({ ms }) => ms))
    return [fault, of.length, count('answered'), count('not asked'), `${slowest.toFixed(0)} ms`]
  })
  return [
    table(['server', 'questions', 'answered by the rules, told why', 'no model needed', 'slowest'], rows),
    ...wrong.map(({ id, fault, result, ms }) => `${id}, ${fault}: ${result}, ${ms.toFixed(0)} ms`),
  ].join('\n')
}
