/** Slack on loopback with the adapter connected to it. */
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { createSlackPlatform, REQUEST_PATH, type SlackOptions } from '../../../adapters/slack/index.ts'
import type { ChatHandlers, ChatPlatform } from '../../../src/chat.ts'
import { createLogger } from '../../../src/logger.ts'
import { type FakeSlack, startFakeSlack } from '../../fakes/slack/fake-slack.ts'

export interface SlackWithBot {
  readonly slack: FakeSlack
  readonly platform: ChatPlatform
  readonly ada: string
  readonly general: string
  readonly failures: readonly Error[]
  /** Lines of the log. */
  readonly log: readonly string[]
}

/** A platform for this Slack, not started. */
export function platformFor(slack: FakeSlack, options: Partial<SlackOptions> = {}, log: string[] = []): ChatPlatform {
  const logger = createLogger({ level: 'debug', destination: { write: (line: string) => void log.push(line) } })
  return createSlackPlatform({
    botToken: slack.botToken,
    connection: { appToken: slack.appToken },
    apiUrl: slack.apiUrl,
    logger,
    onFailure: () => {},
    ...options,
  })
}

/** Everything is stopped when the test has finished. */
export async function startSlack(
  handlers: ChatHandlers,
  options: Partial<SlackOptions> & { readonly retryAfterMs?: number } = {},
): Promise<SlackWithBot> {
  const { retryAfterMs, ...more } = options
  const slack = await startFakeSlack(retryAfterMs === undefined ? {} : { retryAfterMs })
  onTestFinished(slack.close)
  const failures: Error[] = []
  const log: string[] = []
  const platform = platformFor(slack, { onFailure: (error) => void failures.push(error), ...more }, log)
  onTestFinished(platform.stop)
  const ada = slack.person('Ada')
  const general = slack.channel('general')
  await platform.start(handlers)
  if (more.connection && 'port' in more.connection) {
    slack.deliverTo(`http://127.0.0.1:${more.connection.port}${REQUEST_PATH}`)
  }
  return { slack, platform, ada, general, failures, log }
}

export async function until(condition: () => boolean, what = 'what was waited for', forMs = 10_000): Promise<void> {
  const deadline = Date.now() + forMs
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`There was not ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
