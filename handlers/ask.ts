import { type ChatPlatform, type IncomingMessage, textReply } from '../src/chat.ts'
import { answerToReply } from './answer-to-reply.ts'
import { askRepository } from './ask-repository.ts'
import { repositoryOf } from './repository-of.ts'
import type { Services } from './services.ts'

/** People should see within a second that they were heard; most answers are quicker than that. */
const SIGN_OF_LIFE_MS = 700

/** A question, asked in plain words or with `/ask`: the answer in the same conversation, which is also its session. */
export async function ask(services: Services, message: IncomingMessage, platform: ChatPlatform): Promise<void> {
  const { repository, text } = await repositoryOf(services, message)
  const answer = askRepository({
    database: services.database,
    workspace: message.workspace,
    repository,
    text,
    session: message.conversation,
    asker: message.author.name,
  })
  const sign = await signOfLife(answer, () => platform.post(message.conversation, textReply('Looking it up …')))
  const reply = answerToReply(await answer)
  if (sign) await sign.update(reply)
  else await platform.post(message.conversation, reply)
}

/** What `show` gives when the work takes long, else null; a failure of the work is left to whoever awaits it. */
async function signOfLife<Sign>(work: Promise<unknown>, show: () => Promise<Sign>): Promise<Sign | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), SIGN_OF_LIFE_MS)
  })
  const first = await Promise.race([
    late,
    work.then(
      () => 'done',
      () => 'done',
    ),
  ])
  clearTimeout(timer)
  return first === 'late' ? show() : null
}
