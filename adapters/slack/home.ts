/** The bot's own page, and what one may begin a conversation with. */
import type { KnownBlock, SectionBlock } from '@slack/types'
import type { Author, ChatHandlers, Reply } from '../../src/chat.ts'
import { splitMarkdown } from '../../src/markdown/split-markdown.ts'
import { LIMITS } from './limits.ts'
import { markdownToMrkdwn } from './markup.ts'
import { renderBelow } from './render.ts'
import { ONCE, REPEATABLE, type SlackApi } from './slack-api.ts'

export interface HomeOpened {
  readonly api: SlackApi
  readonly handlers: Pick<ChatHandlers, 'home'>
  readonly workspace: string
  readonly author: Author
  readonly event: { readonly user: string; readonly channel: string; readonly tab?: 'home' | 'messages' }
}

export async function home({ api, handlers, workspace, author, event }: HomeOpened): Promise<void> {
  const { reply, prompts } = await handlers.home({ workspace, author })
  if (event.tab === 'messages') {
    if (prompts.length === 0) return
    await api.call(
      (client) =>
        client.assistant.threads.setSuggestedPrompts({
          channel_id: event.channel,
          prompts: prompts.slice(0, LIMITS.prompts).map((prompt) => ({ title: prompt, message: prompt })),
        }),
      ONCE,
    )
    return
  }
  await api.call(
    (client) => client.views.publish({ user_id: event.user, view: { type: 'home', blocks: homeBlocks(reply) } }),
    REPEATABLE,
  )
}

/** Pages have no markdown block and no feedback. */
function homeBlocks(reply: Reply): KnownBlock[] {
  const { feedbackOn: _, ...shown } = reply
  const pieces = splitMarkdown(markdownToMrkdwn(reply.text), { characters: LIMITS.mrkdwnCharacters })
  const sections = pieces.map((text): SectionBlock => ({ type: 'section', text: { type: 'mrkdwn', text } }))
  return [...sections, ...renderBelow(shown)].slice(0, LIMITS.viewBlocks)
}
