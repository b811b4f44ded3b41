/** Answers for one person's eyes, in the channel where they asked or, where the bot cannot write, in their direct messages. */
import { ChannelGoneError, NotAllowedError } from '../../src/errors.ts'
import type { Place } from './conversation-id.ts'
import type { SlackMessage } from './render.ts'
import type { Responses } from './responses.ts'
import { ONCE, REPEATABLE, type SlackApi } from './slack-api.ts'

export interface PrivateAnswers {
  /** `asked`: the message that it answers, if that is known. */
  answer(place: Place, person: string, messages: readonly SlackMessage[], asked: string | null): Promise<void>
  /** Files are never seen by one person in a channel, so they go to the direct messages. */
  picture(team: string, person: string, send: (to: Place) => Promise<void>): Promise<void>
  /** The person's direct messages with the bot. */
  direct(team: string, person: string): Promise<Place>
}

export function createPrivateAnswers(api: SlackApi, responses: Responses): PrivateAnswers {
  return { answer, picture: async (team, person, send) => send(await direct(team, person)), direct }

  async function answer(place: Place, person: string, messages: readonly SlackMessage[], asked: string | null) {
    for (const message of messages) {
      if (asked !== null && (await responses.respond(asked, message, place.thread))) continue
      await whisper(place, person, message)
    }
  }

  async function whisper({ team, channel, thread }: Place, person: string, message: SlackMessage): Promise<void> {
    const inThread = thread === null ? {} : { thread_ts: thread }
    try {
      await api.call((client) => client.chat.postEphemeral({ channel, user: person, ...message, ...inThread }), ONCE)
    } catch (error) {
      if (!(error instanceof NotAllowedError || error instanceof ChannelGoneError)) throw error
      const { channel: own } = await direct(team, person)
      await api.call((client) => client.chat.postMessage({ channel: own, ...message, unfurl_links: false }), ONCE)
    }
  }

  async function direct(team: string, person: string): Promise<Place> {
    const { channel } = await api.call((client) => client.conversations.open({ users: person }), REPEATABLE)
    return { team, channel: channel?.id ?? '', thread: null }
  }
}
