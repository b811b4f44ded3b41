/**
 * Slack on loopback, for the real client libraries: Web API, Socket Mode, signed requests, response addresses.
 *
 *     const slack = await startFakeSlack()
 *     const ada = slack.person('Ada')                       // or { isAdmin: true }
 *     const general = slack.channel('general')              // or { kind: 'private', hasBot: false }
 *     createSlackPlatform({ apiUrl: slack.apiUrl, botToken: slack.botToken, connection: { appToken: slack.appToken }, … })
 *
 *     const { ts } = await slack.says(ada, general, `<@${slack.bot}> why?`)   // arrives as app_mention and as message, as it does
 *     await slack.says(ada, general, 'and who?', { thread: ts })
 *     await slack.command(ada, general, 'ask why?')                           // `/repobrain ask why?`
 *     await slack.presses(ada, general, 'Show path')                          // the newest button of that name she can see
 *     slack.seen(general, { thread: ts, viewer: ada })                        // what Ada reads there
 *     slack.calls, slack.deliveries                                           // every request, every event with its times
 *
 * Trouble: `dropSockets()`, `resend(delivery)`, `refuse('invalid_auth')`, `rateLimit(60)`, `hangUp('chat.postMessage')`,
 * `tooManyEvents()`. It refuses what Slack refuses, with Slack's codes: arguments and blocks are checked against schemas that
 * must agree with the published types, and against the written limits. Times out and resends like Slack, only sooner.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer as readBuffer } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'
import { ARGUMENTS, isMethod, type Method, readForm } from './arguments.ts'
import { blocksSchema } from './blocks.ts'
import { createDeliverer, type Deliverer, type Delivery } from './deliver.ts'
import { METHODS, type MethodContext, type Result, SlackRefusal } from './methods.ts'
import { createPeople, type PeopleActions } from './people.ts'
import { createResponseUrls } from './response-urls.ts'
import { createTrouble, type Trouble } from './trouble.ts'
import { BOT_USER, createWorld, type FakeMessage, TEAM } from './world.ts'

/** One request to the Web API. */
export interface Call {
  readonly method: string
  readonly args: Readonly<Record<string, unknown>>
  readonly at: number
  /** Slack's code; null when it was done. */
  readonly error: string | null
}

export interface FakeSlack extends PeopleActions, Trouble {
  readonly apiUrl: string
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  readonly team: string
  readonly bot: string
  readonly calls: readonly Call[]
  readonly deliveries: readonly Delivery[]
  /** Sockets that are open now. */
  readonly sockets: number
  /** What the token may do, as `x-oauth-scopes` says. */
  scopes: readonly string[]
  deliverTo: Deliverer['deliverTo']
  resend: Deliverer['resend']
  messages(channel: string): readonly FakeMessage[]
  close(): Promise<void>
}

export async function startFakeSlack(options: { readonly retryAfterMs?: number } = {}): Promise<FakeSlack> {
  const tokens = { bot: 'xoxb-fake', app: 'xapp-fake', signing: 'fake-signing-secret' }
  const world = createWorld()
  const calls: Call[] = []
  const deliverer = createDeliverer({ signingSecret: tokens.signing, retryAfterMs: options.retryAfterMs ?? 3_000 })
  const trouble = createTrouble(deliverer)
  const server = createServer((request, response) => void serve(request, response))
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    socket.send(
      JSON.stringify({
        type: 'hello',
        num_connections: deliverer.sockets.size + 1,
        connection_info: { app_id: 'A0APP' },
      }),
    )
    deliverer.addSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const responseUrls = createResponseUrls(world, origin)
  const context: MethodContext = {
    world,
    socketUrl: () => `ws://127.0.0.1:${port}/link?ticket=${randomUUID()}`,
    uploadUrl: (file) => `${origin}/upload/${file}`,
  }
  const fake = {
    apiUrl: `${origin}/api/`,
    botToken: tokens.bot,
    appToken: tokens.app,
    signingSecret: tokens.signing,
    team: TEAM,
    bot: BOT_USER,
    calls,
    deliveries: deliverer.deliveries,
    scopes: [] as readonly string[],
    get sockets() {
      return deliverer.sockets.size
    },
    deliverTo: deliverer.deliverTo,
    resend: deliverer.resend,
    messages: (channel: string) => world.messages.filter((message) => message.channel === channel),
    ...createPeople(world, deliverer, responseUrls),
    ...trouble.controls,
    close: async () => {
      deliverer.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fake

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBuffer(request)
    const path = new URL(request.url ?? '/', origin).pathname
    if (path.startsWith('/upload/')) {
      const file = world.files.get(path.slice('/upload/'.length))
      if (file) world.files.set(path.slice('/upload/'.length), { ...file, uploaded: body.length > 0 })
      response.end('OK')
      return
    }
    if (path.startsWith('/respond/')) {
      response.writeHead(responseUrls.respond(path, body.toString())).end()
      return
    }
    const method = path.replace(/^\/api\//, '')
    const token =
      /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ??
      new URLSearchParams(body.toString()).get('token')
    const problem = trouble.next(method)
    if (problem?.kind === 'limit') {
      record(method, {}, 'ratelimited')
      response
        .writeHead(429, { 'retry-after': String(problem.seconds) })
        .end(JSON.stringify({ ok: false, error: 'ratelimited' }))
      return
    }
    if (problem?.kind === 'before') {
      request.socket.destroy()
      return
    }
    const answer =
      problem?.kind === 'refuse' ? refusal(method, {}, problem.code) : perform(method, body.toString(), token)
    if (problem?.kind === 'after') {
      request.socket.destroy()
      return
    }
    response.writeHead(200, { 'content-type': 'application/json', 'x-oauth-scopes': fake.scopes.join(',') })
    response.end(JSON.stringify(answer))
  }

  function perform(method: string, body: string, token: string | null): Result {
    if (!isMethod(method)) return refusal(method, {}, 'unknown_method')
    if (token !== (method === 'apps.connections.open' ? tokens.app : tokens.bot))
      return refusal(method, {}, token ? 'invalid_auth' : 'not_authed')
    const form = readForm(body)
    if (form === null) return refusal(method, {}, 'invalid_form_data')
    try {
      if ('blocks' in form && !blocksSchema.safeParse(form.blocks).success)
        return refusal(method, form, 'invalid_blocks')
      const result = run(method, form)
      record(method, form, null)
      return { ok: true, ...result }
    } catch (error) {
      if (error instanceof SlackRefusal) return refusal(method, form, error.code)
      return refusal(method, form, 'invalid_arguments', String(error))
    }
  }

  function run<Name extends Method>(method: Name, form: Record<string, unknown>): Result {
    const args = ARGUMENTS[method].parse(form) as Parameters<(typeof METHODS)[Name]>[0]
    return METHODS[method](args, context)
  }

  function refusal(method: string, args: Record<string, unknown>, error: string, detail?: string): Result {
    record(method, args, error)
    return { ok: false, error, ...(detail ? { response_metadata: { messages: [`[ERROR] ${detail}`] } } : {}) }
  }

  function record(method: string, args: Record<string, unknown>, error: string | null): void {
    calls.push({ method, args, at: Date.now(), error })
  }
}
