/** An OpenAI-compatible server on loopback whose model follows a script. It checks what it is sent as the real one does. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { findMistake } from './find-mistake.ts'
import type { Script, SentRequest, Turn } from './turn.ts'

export interface GroqServer {
  readonly url: string
  readonly requests: readonly SentRequest[]
  /** What is left of the script; the last entry may be made to stay for ever with `repeatLast`. */
  readonly left: number
  play(...turns: Script[]): void
}

export interface GroqServerOptions {
  /** Path before `/chat/completions`. */
  readonly path?: string
  /** Sent with every reply, such as `x-ratelimit-remaining-tokens`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Characters of a streamed piece. */
  readonly pieceLength?: number
  /** When the script has ended, its last turn is played again. */
  readonly repeatLast?: boolean
  /** Sends each reply whole, as servers do that know no streams. */
  readonly wholeReplies?: boolean
}

export async function openGroqServer(turns: readonly Script[], options: GroqServerOptions = {}): Promise<GroqServer> {
  const { path = '/openai/v1', headers = {}, pieceLength = 7, repeatLast = false, wholeReplies = false } = options
  const script = [...turns]
  const requests: SentRequest[] = []
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const sent = JSON.parse(await readText(request)) as SentRequest
    if (request.url !== `${path}/chat/completions`) return fail(response, 404, { message: 'unknown path' })
    if (!request.headers.authorization?.startsWith('Bearer ')) return fail(response, 401, { message: 'no key' })
    requests.push(sent)
    const mistake = findMistake(sent)
    if (mistake !== null) return fail(response, 400, { message: mistake, type: 'invalid_request_error' })
    const next = repeatLast && script.length === 1 ? script[0] : script.shift()
    if (!next) return fail(response, 400, { message: 'the script has ended' })
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    await play(typeof next === 'function' ? next(sent) : next, response)
  }

  async function play(turn: Turn, response: ServerResponse) {
    if ('silent' in turn) return
    if ('status' in turn) return fail(response, turn.status, turn.error, turn.headers)
    if (wholeReplies) return sendWhole(turn, response)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`)
    const delta = (value: object, finish: string | null = null) =>
      send({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta: value, finish_reason: finish }],
      })
    const say = (text: string) => {
      for (let at = 0; at < text.length; at += pieceLength) delta({ content: text.slice(at, at + pieceLength) })
    }
    if ('babble' in turn) {
      for (let said = 0; said < 20_000 && !response.destroyed; said += turn.babble.length) {
        say(turn.babble)
        await new Promise(setImmediate)
      }
      delta({}, 'length')
      return response.end('data: [DONE]\n\n')
    }
    if ('cutAfter' in turn) {
      say(turn.cutAfter)
      await new Promise(setImmediate)
      return response.destroy()
    }
    if ('streamError' in turn) {
      say(turn.after ?? '')
      send({ error: turn.streamError })
      return response.end()
    }
    if (turn.reasoning) delta({ reasoning: turn.reasoning })
    say('text' in turn ? turn.text : '')
    for (const [index, call] of (turn.calls ?? []).entries()) {
      const written = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments)
      const half = Math.ceil(written.length / 2)
      delta({
        tool_calls: [
          {
            index,
            id: `call_${requests.length}_${index}`,
            type: 'function',
            function: { name: call.name, arguments: written.slice(0, half) },
          },
        ],
      })
      if (written.length > half) delta({ tool_calls: [{ index, function: { arguments: written.slice(half) } }] })
    }
    delta({}, turn.calls ? 'tool_calls' : (('finish' in turn ? turn.finish : undefined) ?? 'stop'))
    response.end('data: [DONE]\n\n')
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get left() {
      return script.length
    },
    play: (...more) => void script.push(...more),
  }
}

function sendWhole(turn: Turn, response: ServerResponse) {
  const calls = ('calls' in turn ? turn.calls : undefined)?.map((call, at) => ({
    id: `call_${at}`,
    type: 'function',
    function: {
      ...call,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    },
  }))
  const message = { role: 'assistant', content: 'text' in turn ? turn.text : null, ...(calls && { tool_calls: calls }) }
  const choices = [{ index: 0, message, finish_reason: calls ? 'tool_calls' : 'stop' }]
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion', choices, usage }))
}

function fail(response: ServerResponse, status: number, error: object, headers: Readonly<Record<string, string>> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error }))
}
