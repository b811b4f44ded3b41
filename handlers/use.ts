import { textReply } from '../src/chat.ts'
import { chooseRepository, listRepositories } from '../src/repositories.ts'
import { createChannelSettings } from '../src/settings/channel-settings.ts'
import type { CommandHandler } from './services.ts'

/** `/use owner/name`: this channel's default repository; without a name, says which it is. */
export const use: CommandHandler = async (services, command, platform) => {
  const settings = createChannelSettings(services.database, command.workspace)
  const say = (text: string) => platform.post(command.conversation, textReply(text))
  if (command.text === '') {
    const current = await settings.defaultRepository(command.channel)
    await say(
      current === null
        ? 'No default repository is set here. Set one: `/use owner/name`'
        : `Questions here are about **${current}**.`,
    )
    return
  }
  const indexed = await listRepositories(services.database, command.workspace)
  const repository = chooseRepository(indexed, command.text)
  await settings.setDefaultRepository(command.channel, repository)
  await say(`Questions here are about **${repository}** from now on.`)
}
