/** The workspace that the fake serves: people, channels and what was said there. */
import type { FakeBlock, FakeView } from './blocks.ts'

export const TEAM = 'T0TEAM'
export const BOT_USER = 'U0BOT'
export const BOT_ID = 'B0BOT'
export const APP_ID = 'A0APP'

export interface Person {
  readonly id: string
  readonly name: string
  readonly isAdmin: boolean
  readonly isBot: boolean
}

export interface Channel {
  readonly id: string
  readonly name: string
  readonly kind: 'public' | 'private' | 'im'
  hasBot: boolean
  archived: boolean
}

export interface FakeMessage {
  readonly ts: string
  readonly channel: string
  readonly thread: string | null
  /** Who said it; `BOT_USER` for the bot. */
  readonly user: string
  /** Seen by this person only. */
  readonly onlyFor: string | null
  text: string
  blocks: readonly FakeBlock[]
  metadata: unknown
  /** Of a stream: what was appended so far. */
  streamed: string
  readonly tasks: Map<string, { title: string; status: string }>
  streaming: boolean
  picture: string | null
}

export interface FakeWorld {
  readonly people: Map<string, Person>
  readonly channels: Map<string, Channel>
  readonly messages: FakeMessage[]
  readonly homes: Map<string, FakeView>
  readonly prompts: Map<string, readonly { title: string; message: string }[]>
  /** By `channel/thread`. */
  readonly sessions: Map<string, string>
  readonly views: Map<string, { readonly trigger: string; readonly view: FakeView }>
  readonly files: Map<string, { readonly alt: string; readonly bytes: number; uploaded: boolean }>
  add(message: Partial<FakeMessage> & Pick<FakeMessage, 'channel' | 'user'>): FakeMessage
  find(channel: string, ts: string): FakeMessage | undefined
  nextTs(): string
}

export function createWorld(): FakeWorld {
  const messages: FakeMessage[] = []
  let lastTs = 0
  /** Microseconds, so that no two are the same. */
  const nextTs = () => {
    lastTs = Math.max(lastTs + 1, Date.now() * 1_000)
    return `${Math.floor(lastTs / 1e6)}.${String(lastTs % 1e6).padStart(6, '0')}`
  }
  return {
    people: new Map(),
    channels: new Map(),
    messages,
    homes: new Map(),
    prompts: new Map(),
    sessions: new Map(),
    views: new Map(),
    files: new Map(),
    nextTs,
    add(message) {
      const added: FakeMessage = {
        ts: nextTs(),
        thread: null,
        onlyFor: null,
        text: '',
        blocks: [],
        metadata: null,
        streamed: '',
        tasks: new Map(),
        streaming: false,
        picture: null,
        ...message,
      }
      messages.push(added)
      return added
    },
    find: (channel, ts) => messages.find((message) => message.channel === channel && message.ts === ts),
  }
}
