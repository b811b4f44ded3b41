import { decodeConversation, encodeConversation } from '../../../adapters/discord/conversation-id.ts'
import { createDiscordPlatform } from '../../../adapters/discord/index.ts'
import { createLogger } from '../../../src/logger.ts'
import { describeChatPlatform } from '../../contracts/chat-platform.ts'
import { openDiscordServer } from '../../fakes/discord/discord-server.ts'

describeChatPlatform('Discord', async () => {
  const discord = await openDiscordServer()
  const ada = discord.addPerson('Ada')
  const parent = discord.addChannel('general')
  const thread = discord.addChannel('a thread', { type: 'public thread', parent })
  const guild = discord.world.guild.id
  const here = encodeConversation({ guild, channel: parent, thread, person: null })
  return {
    platform: createDiscordPlatform({
      token: discord.token,
      apiUrl: discord.apiUrl,
      logger: createLogger({ level: 'silent' }),
      onFailure: () => {},
    }),
    conversations: [
      here,
      encodeConversation({ guild, channel: parent, thread: null, person: null }),
      encodeConversation({ guild, channel: parent, thread, person: ada.id }),
      encodeConversation({ guild: null, channel: discord.dm(ada), thread: null, person: null }),
    ],
    reencode: (conversation) => {
      const place = decodeConversation(conversation)
      return place === null ? '' : encodeConversation(place)
    },
    say: async (_, text) => void discord.say(thread, text, { as: ada }),
    command: async (_, name, text) => {
      const option: Readonly<Record<string, Readonly<Record<string, string>>>> = { ingest: { source: text } }
      discord.slash(thread, name, option[name] ?? {}, ada)
    },
    seen: async () => discord.seen(thread, ada),
    close: discord.close,
  }
})
