/** 👍 and 👎 on an answer, and what was wrong with it. */
import { z } from 'zod'
import { type IncomingMessage, textReply } from '../src/chat.ts'
import { UserError } from '../src/errors.ts'
import { createKeptDocuments } from '../src/jobs/kept-documents.ts'
import { rateEpisode, remarkOnEpisode } from '../src/memory/rate-episode.ts'
import { graphName } from '../src/repositories.ts'
import type { Delivery } from './delivery.ts'
import { findAnswer } from './kept-answer.ts'
import type { CommandHandler, Services } from './services.ts'

const awaited = z.object({ episode: z.string(), repository: z.string() })

/** Whoever has not said what was wrong by then will say something else. */
const REMARK_WITHIN_MS = 15 * 60_000

const QUESTION =
  /[?？]\s*$|^\s*(?:why|what|who|whom|whose|how|when|where|which|does|do|is|are|can|show|explain)\b|为什么|怎么|谁/i

const remarks = ({ database }: Services) => createKeptDocuments(database.send, 'remark', REMARK_WITHIN_MS)
const placeOf = ({ workspace, conversation, author }: IncomingMessage) => `${workspace}|${conversation}|${author.id}`

/** `feedback up|down <episode>`: recorded on the answer; down asks what was wrong. Only who pressed it sees the reply. */
export const feedback: CommandHandler = async (services, command, chat) => {
  const [, verdict, episode = ''] = /^(up|down) (\S+)$/.exec(command.text) ?? []
  if (verdict === undefined) throw new UserError('Feedback on what?', 'Press 👍 or 👎 under an answer.')
  const { repository, language } = await findAnswer(services, command, episode)
  const graph = services.database.graph(graphName(command.workspace, repository))
  await rateEpisode(graph, episode, command.author.name, verdict === 'up')
  if (verdict === 'down') await remarks(services).keep(placeOf(command), JSON.stringify({ episode, repository }))
  await chat.post(
    command.conversation,
    { ...textReply(WORDS[language][verdict === 'up' ? 'thanks' : 'ask']), language },
    { inReplyTo: { ...command, audience: 'author' } },
  )
}

const WORDS = {
  en: {
    thanks: 'Thank you, noted.',
    ask: 'Noted. What was wrong with it? Your next message here is kept with the answer.',
    kept: 'Thank you, that is kept with the answer.',
  },
  zh: {
    thanks: '谢谢，已记录。',
    ask: '已记录。哪里不对？您在这里的下一条消息会和回答一起保存。',
    kept: '谢谢，已和回答一起保存。',
  },
} as const

/** Whether the message says what was wrong with an answer, as its author was asked to; then it is kept, and no question. */
export async function takeRemark(services: Services, message: IncomingMessage, chat: Delivery): Promise<boolean> {
  if (QUESTION.test(message.text)) return false
  const documents = remarks(services)
  const found = await documents.find(placeOf(message))
  if (found === null) return false
  const { episode, repository } = awaited.parse(JSON.parse(found))
  const graph = services.database.graph(graphName(message.workspace, repository))
  await remarkOnEpisode(graph, episode, message.author.name, message.text)
  await documents.forget(placeOf(message))
  const language = /\p{Script=Han}/u.test(message.text) ? 'zh' : 'en'
  await chat.post(message.conversation, { ...textReply(WORDS[language].kept), language })
  return true
}
