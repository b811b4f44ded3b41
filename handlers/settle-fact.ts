/** The closing loop of a fact that is out of date: still true, retire, ask again. */
import { type IncomingCommand, textReply } from '../src/chat.ts'
import { settleInDigest } from '../src/digest/settle-in-digest.ts'
import { confirmFact, retireFact } from '../src/memory/change-fact.ts'
import { findFact } from '../src/memory/list-facts.ts'
import { ask } from './ask.ts'
import type { Delivery } from './delivery.ts'
import { memoryOf } from './memory-of.ts'
import type { CommandHandler, Services } from './services.ts'

/** `/still-true <id>`: the code of today is what it is measured by from now on; who said so is kept. */
export const stillTrue: CommandHandler = async (services, command, chat) => {
  const { graph, scope, text } = await memoryOf(services, command)
  const fact = await findFact(graph, scope, text)
  const person = command.author.name
  const confirmed = await confirmFact(graph, fact, { person, at: new Date() })
  const gone = confirmed.status === 'gone' ? ' Its code no longer exists, so it stays marked.' : ''
  await chat.post(
    command.conversation,
    textReply(`Still true, says ${person}: “${fact.text}” (\`${fact.id}\`).${gone}`),
  )
  await showInDigest(services, command, chat)
}

/** `/retire <id>`: answers no longer say it; as history it stays. */
export const retire: CommandHandler = async (services, command, chat) => {
  const { graph, scope, text } = await memoryOf(services, command)
  const fact = await findFact(graph, scope, text)
  await retireFact(graph, fact, { person: command.author.name, at: new Date() })
  const reply = `Retired: “${fact.text}” (\`${fact.id}\`). It is kept as history; \`still-true ${fact.id}\` brings it back.`
  await chat.post(command.conversation, textReply(reply))
  await showInDigest(services, command, chat)
}

/** `/ask-again <id>`: what the graph says today on the code that the fact is about. */
export const askAgain: CommandHandler = async (services, command, chat) => {
  const { graph, scope, text, repository } = await memoryOf(services, command)
  const fact = await findFact(graph, scope, text)
  const names = fact.about.map(({ name }) => `\`${name}\``).join(' and ')
  await ask(services, { ...command, text: `why is ${names} as it is? repo:${repository}` }, chat)
}

/** The digest whose button was pressed says from now on what became of the fact. It is settled whether that succeeds or not. */
async function showInDigest(services: Services, command: IncomingCommand, platform: Delivery): Promise<void> {
  const { pressedOn, workspace } = command
  if (pressedOn === null) return
  try {
    await settleInDigest({ database: services.database, platform, workspace, post: pressedOn })
  } catch (error) {
    services.logger.warn({ err: error, post: pressedOn }, 'a digest does not show that a fact was settled')
  }
}
