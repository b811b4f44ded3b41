import { type ChatPlatform, type IncomingMessage, type PostedReply, textReply } from '../src/chat.ts'
import { answerToReply } from './answer-to-reply.ts'
import { askRepository } from './ask-repository.ts'
import { repositoryOf } from './repository-of.ts'
import type { Services } from './services.ts'

/** People should see within a second that they were heard; most answers are quicker than that. */
const SIGN_OF_LIFE_MS = 700
/** Platforms limit how often a message may be edited. */
const EDIT_EVERY_MS = 1_000

/** A question, asked in plain words or with `/ask`: the answer in the same conversation, which is also its session. */
export async function ask(services: Services, message: IncomingMessage, platform: ChatPlatform): Promise<void> {
  const { repository, text } = await repositoryOf(services, message)
  const progress = createProgress()
  const answer = askRepository({
    database: services.database,
    workspace: message.workspace,
    repository,
    text,
    session: message.conversation,
    asker: message.author.name,
    privateTo: message.isPrivate ? message.channel : null,
    model: services.model,
    signal: services.signal,
    onText: progress.show,
  })
  const sign = await signOfLife(answer, () => platform.post(message.conversation, textReply('Looking it up …')))
  if (sign) progress.showIn(sign)
  const reply = answerToReply(await answer)
  await progress.done()
  if (sign) await sign.update(reply)
  else await platform.post(message.conversation, reply)
}

/** Edits the text so far into a posted sign of life, one edit at a time and the last one in any case. */
function createProgress() {
  let sign: PostedReply | null = null
  let [latest, shown, lastAt] = ['', '', 0]
  let timer: NodeJS.Timeout | undefined
  let editing: Promise<void> | null = null
  const edit = () => {
    if (!sign || editing || latest === '' || latest === shown) return
    const wait = lastAt + EDIT_EVERY_MS - Date.now()
    clearTimeout(timer)
    if (wait > 0) {
      timer = setTimeout(edit, wait)
      return
    }
    lastAt = Date.now()
    shown = latest
    const next = () => {
      editing = null
      edit()
    }
    // Whether it can be edited is the answer's concern; half of it is not worth an error.
    editing = sign.update(textReply(`${shown} …`)).then(next, next)
  }
  return {
    showIn: (posted: PostedReply) => {
      sign = posted
      edit()
    },
    show: (text: string) => {
      latest = text
      edit()
    },
    done: async () => {
      sign = null
      clearTimeout(timer)
      await editing
    },
  }
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
