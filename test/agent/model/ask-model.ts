/** Questions to the shop graph, answered with a scripted model behind the real client. */
import type { Answer } from '../../../src/agent/answer.ts'
import type { AskOptions } from '../../../src/agent/answer-question.ts'
import { createGroqModel } from '../../../src/groq/create-groq-model.ts'
import { createLogger } from '../../../src/logger.ts'
import { type GroqServer, type GroqServerOptions, openGroqServer } from '../../fakes/groq/groq-server.ts'
import type { Script, SentRequest } from '../../fakes/groq/turn.ts'
import type { ShopOptions } from '../../fixtures/graphs/shop.ts'
import { openShop } from '../ask-shop.ts'

interface ModelShopOptions extends GroqServerOptions {
  readonly shop?: ShopOptions
  readonly questionTokens?: number
  readonly patienceMs?: number
  readonly silenceMs?: number
}

export interface ModelShop {
  readonly server: GroqServer
  /** Lines of the log, parsed. */
  readonly log: readonly Readonly<Record<string, unknown>>[]
  ask(question: string, options?: Partial<AskOptions>): Promise<Answer>
}

export async function openModelShop(turns: readonly Script[], options: ModelShopOptions = {}): Promise<ModelShop> {
  const server = await openGroqServer(turns, options)
  const { ask } = await openShop(options.shop)
  const log: Record<string, unknown>[] = []
  const logger = createLogger({
    level: 'debug',
    destination: { write: (line: string) => void log.push(JSON.parse(line)) },
  })
  const model = createGroqModel({
    apiKey: 'key',
    model: 'openai/gpt-oss-120b',
    baseUrl: server.url,
    logger,
    silenceMs: options.silenceMs ?? 2_000,
  })
  const { questionTokens = 6_000, patienceMs = 1_500 } = options
  const use = { model, logger, questionTokens, patienceMs }
  return { server, log, ask: (question, more = {}) => ask(question, { model: use, ...more }) }
}

/** Number of the row that holds a text, as the model was told it. */
export function rowOf(request: SentRequest, text: string): number {
  const rows = request.messages.flatMap(({ content }) => content?.split('\n') ?? [])
  const named = new RegExp(`${text.replace(/[^\w ]/g, '\\$&')} \\[(\\d+)\\]`)
  const inside = rows.map((line) => named.exec(line)?.[1]).find(Boolean)
  const row = rows.find((line) => line.startsWith('[') && line.includes(text)) ?? ''
  return Number(inside ?? /^\[(\d+)\]/.exec(row)?.[1])
}

/** What the model was told last. */
export const lastContent = (request: SentRequest | undefined) => request?.messages.at(-1)?.content ?? ''
