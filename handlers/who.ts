import { UserError } from '../src/errors.ts'
import { ask } from './ask.ts'
import type { CommandHandler } from './services.ts'

/** `who <path or function>`: whom to ask about it. */
export const who: CommandHandler = async (services, command, chat) => {
  const [, name = '', rest = ''] = /^`?(\S+?)`?(\s+repo:\S+)?$/.exec(command.text.trim()) ?? []
  if (name === '') throw new UserError('Who knows what?', 'Name one function, class or path: `who Flask.make_response`')
  await ask(services, { ...command, text: `who should I ask about \`${name}\`?${rest}` }, chat)
}
