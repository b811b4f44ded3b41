import { type ChatHandlers, type ChatPlatform, type IncomingMessage, type Taken, textReply } from '../src/chat.ts'
import { UserError } from '../src/errors.ts'
import { ask } from './ask.ts'
import { facts } from './facts.ts'
import { forget } from './forget.ts'
import { help } from './help.ts'
import { ingest } from './ingest.ts'
import { createOneAtATime } from './one-at-a-time.ts'
import { remember, rememberedText } from './remember.ts'
import { reportError } from './report-error.ts'
import type { CommandHandler, Services } from './services.ts'
import { askAgain, retire, stillTrue } from './settle-fact.ts'
import { status } from './status.ts'
import { use } from './use.ts'

const COMMANDS: Readonly<Record<string, CommandHandler>> = {
  ask,
  'ask-again': askAgain,
  facts,
  forget,
  help,
  ingest,
  remember,
  retire,
  status,
  'still-true': stillTrue,
  use,
}

const HOME = textReply('Ask in plain words; `help` says what else one can say.')

/** Every platform calls these; they answer through the platform that called. Bots are not answered. */
export function createHandlers(services: Services): ChatHandlers {
  const inOrder = createOneAtATime()

  const handle = async (
    incoming: IncomingMessage,
    platform: ChatPlatform,
    work: () => Promise<void>,
  ): Promise<Taken> => {
    const done = inOrder(incoming.conversation, async () => {
      if (incoming.author.isBot) return
      try {
        await work()
      } catch (error) {
        await reportError(error, incoming, platform, services.logger)
      }
    })
    return { done }
  }

  return {
    onMessage: (message, platform) =>
      handle(message, platform, () => {
        const fact = rememberedText(message.text)
        if (fact === null) return ask(services, message, platform)
        return remember(services, { ...message, name: 'remember', text: fact, pressedOn: null }, platform)
      }),
    onCommand: (command, platform) =>
      handle(command, platform, () => commandNamed(command.name)(services, command, platform)),
    onStop: async () => {},
    suggest: async () => [],
    home: async () => ({ reply: HOME, prompts: [] }),
  }
}

function commandNamed(name: string): CommandHandler {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command) return command
  const known = Object.keys(COMMANDS).map((verb) => `/${verb}`)
  throw new UserError(`There is no verb /${name}.`, `There are ${known.join(', ')}.`)
}
