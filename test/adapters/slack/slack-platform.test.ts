import { decodeConversation, encodeConversation } from '../../../adapters/slack/conversation-id.ts'
import { REQUEST_PATH, type SlackConnection } from '../../../adapters/slack/index.ts'
import { describeChatPlatform } from '../../contracts/chat-platform.ts'
import { startFakeSlack } from '../../fakes/slack/fake-slack.ts'
import { freePort, platformFor } from './start-slack.ts'

const open = async (connect?: () => Promise<SlackConnection>) => {
  const slack = await startFakeSlack()
  const ada = slack.person('Ada')
  const channel = slack.channel('general')
  const connection = await connect?.()
  if (connection && 'port' in connection) slack.deliverTo(`http://127.0.0.1:${connection.port}${REQUEST_PATH}`)
  const platform = platformFor(slack, connection ? { connection } : {})
  const root = slack.saidBefore(ada, channel, 'a thread begins')
  const direct = slack.direct(ada)
  const hello = slack.saidBefore(ada, direct, 'hello')
  const place = (conversation: string) => {
    const decoded = decodeConversation(conversation)
    if (!decoded) throw new Error(`${conversation} is none of Slack.`)
    return decoded
  }
  return {
    platform,
    conversations: [
      encodeConversation({ team: slack.team, channel, thread: root }),
      encodeConversation({ team: slack.team, channel: direct, thread: hello }),
      encodeConversation({ team: slack.team, channel, thread: null }),
    ],
    reencode: (conversation: string) => encodeConversation(place(conversation)),
    say: async (conversation: string, text: string) => {
      const { channel: where, thread } = place(conversation)
      const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
      await slack.says(ada, where, `<@${slack.bot}> ${escaped}`, thread === null ? {} : { thread })
    },
    command: async (conversation: string, name: string, text: string) => {
      await slack.command(ada, place(conversation).channel, `${name} ${text}`)
    },
    seen: async (conversation: string) => {
      const { channel: where, thread } = place(conversation)
      return slack.seen(where, { viewer: ada, ...(thread === null ? {} : { thread }) })
    },
    close: slack.close,
  }
}

describeChatPlatform('Slack over Socket Mode', () => open())
describeChatPlatform('Slack over HTTP', () =>
  open(async () => ({ signingSecret: 'fake-signing-secret', port: await freePort() })),
)
