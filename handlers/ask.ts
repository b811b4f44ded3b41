import type { IncomingMessage, Reply, ReplyStep } from '../src/chat.ts'
import { textReply } from '../src/chat.ts'
import { answerButtons } from './answer-buttons.ts'
import { answerToReply } from './answer-to-reply.ts'
import { askRepository } from './ask-repository.ts'
import type { Delivery } from './delivery.ts'
import { keepAnswer } from './kept-answer.ts'
import { languageOf } from './language-of.ts'
import { privateTo } from './private-to.ts'
import { repositoryOf } from './repository-of.ts'
import type { Services } from './services.ts'

const LOOKING = { en: 'Looking it up …', zh: '正在查找 …' } as const

export const lookingReply = (text: string): Reply => {
  const language = languageOf(text)
  return { ...textReply(LOOKING[language]), language, unfinished: true }
}

/** A question, asked in plain words or with `ask`: the answer in the same conversation, which is also its session. */
export async function ask(
  services: Services,
  message: IncomingMessage,
  chat: Delivery,
  more: { readonly chosen?: string; readonly session?: string } = {},
): Promise<void> {
  const { repository, text } = await repositoryOf(services, message)
  const looking = lookingReply(text)
  let [steps, soFar]: [readonly ReplyStep[], string] = [[], '']
  const show = () => chat.progress({ ...looking, text: soFar === '' ? looking.text : `${soFar} …`, steps })
  const later: (() => Promise<void>)[] = []
  const answer = await askRepository({
    database: services.database,
    workspace: message.workspace,
    repository,
    text,
    session: more.session ?? sessionOf(message),
    asker: message.author.name,
    privateTo: privateTo(message),
    about: message.about,
    chosen: more.chosen,
    model: services.model,
    signal: services.signal,
    onText: (latest) => {
      soFar = latest
      show()
    },
    onSteps: (latest) => {
      steps = latest
      show()
    },
    afterwards: (work) => void later.push(work),
  })
  const reply = answerToReply(answer)
  if (answer.episode !== '') {
    await keepAnswer(services, answer.episode, {
      workspace: message.workspace,
      privateTo: privateTo(message),
      repository,
      session: answer.session,
      asker: message.author.name,
      question: text,
      text: reply.text,
      language: reply.language,
      path: answer.path.map((hop) => ({ ...hop })),
      sources: reply.sources.map((source) => ({ ...source })),
      note: reply.note,
      candidates: answer.candidates.map(({ key }) => key),
    })
  }
  await chat.post(message.conversation, {
    ...reply,
    buttons: answerButtons(answer, message, reply.language),
    ...(answer.evidence.length > 0 ? { feedbackOn: answer.episode } : {}),
  })
  // The next question of the conversation need not wait for it.
  for (const work of later) void work()
}

/** What is asked in private is nobody else's follow-up. */
const sessionOf = ({ conversation, audience, author }: IncomingMessage) =>
  audience === 'author' ? `${conversation}#${author.id}` : conversation
