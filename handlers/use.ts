import { textReply } from '../src/chat.ts'
import { chooseRepository, listRepositories } from '../src/repositories.ts'
import { createChannelSettings } from '../src/settings/channel-settings.ts'
import { isAdmin, requireAdmin } from './permissions.ts'
import { visibleRepositories } from './repository-of.ts'
import type { CommandHandler } from './services.ts'

/**
 * `use owner/name`: this channel's default repository; without a name, says which it is. Where an admin says it of a private
 * repository, the channel may see it from then on.
 */
export const use: CommandHandler = async (services, command, chat) => {
  const settings = createChannelSettings(services.database, command.workspace)
  const say = (text: string) => chat.post(command.conversation, textReply(text))
  if (command.text === '') {
    const current = await settings.defaultRepository(command.channel)
    await say(
      current === null
        ? 'No default repository is set here. Set one: `use owner/name`'
        : `Questions here are about **${current}**.`,
    )
    return
  }
  requireAdmin(services, command, chat.name, 'set the default repository')
  const visible = await visibleRepositories(services, command)
  const mayBind = isAdmin(services.admins ?? [], command.author, chat.name)
  const choice = mayBind ? await listRepositories(services.database, command.workspace) : visible
  const repository = chooseRepository(choice, command.text)
  const binds = !visible.includes(repository)
  if (binds) await settings.bindRepository(command.channel, repository)
  await settings.setDefaultRepository(command.channel, repository)
  const also = binds ? ' It is private; this channel may see it now.' : ''
  await say(`Questions here are about **${repository}** from now on.${also}`)
}
