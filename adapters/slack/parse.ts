/** What Slack delivers, as far as it is meant for us. */
import { z } from 'zod'
import { decodeEntities } from './markup.ts'

export interface Bot {
  readonly team: string
  readonly user: string
  readonly id: string
}

/** A message as it came, apart from what has to be looked up. */
export interface ParsedMessage {
  readonly channel: string
  readonly ts: string
  /** Root of its thread, which may be itself. */
  readonly thread: string
  readonly user: string
  /** In Slack's markup, without the mention of the bot. */
  readonly text: string
  readonly addressed: 'directly' | 'thread'
  /** Null where the event does not say. */
  readonly isPrivate: boolean | null
}

const event = z.object({
  type: z.enum(['message', 'app_mention']),
  subtype: z.string().optional(),
  channel: z.string(),
  channel_type: z.string().optional(),
  user: z.string().optional(),
  bot_id: z.string().optional(),
  app_id: z.string().optional(),
  text: z.string().default(''),
  ts: z.string(),
  thread_ts: z.string().optional(),
  edited: z.unknown().optional(),
  hidden: z.boolean().optional(),
})

/** Subtypes of what a person says; all others tell of edits, deletions, people who come and go, or other bots. */
const SAID = new Set(['file_share', 'thread_broadcast', 'me_message'])
/** Code and quotations: a mention there is of what somebody else said. */
const QUOTED = /```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]*`|^(?:&gt;|>).*$/gm

/** Null for what is not said to us: bots and ourselves, edits, talk of others. */
export function parseMessage(payload: unknown, bot: Bot): ParsedMessage | null {
  const parsed = event.safeParse(payload)
  if (!parsed.success) return null
  const { subtype, user, channel, ts, thread_ts, channel_type, ...said } = parsed.data
  if (subtype !== undefined && !SAID.has(subtype)) return null
  if (user === undefined || user === bot.user || said.bot_id !== undefined || said.app_id !== undefined) return null
  if (said.edited !== undefined || said.hidden) return null

  const isDirect = channel_type === 'im'
  const outside = said.text.replace(QUOTED, '')
  const isMentioned = new RegExp(`<@${bot.user}(?:\\|[^>]*)?>`).test(outside)
  const addressed = isDirect || isMentioned ? 'directly' : thread_ts !== undefined ? 'thread' : null
  if (addressed === null) return null
  // Whoever begins with another name talks to that person.
  if (addressed === 'thread' && /^\s*<@[^>]+>/.test(outside)) return null
  return {
    channel,
    ts,
    thread: thread_ts ?? ts,
    user,
    text: withoutMention(said.text, bot),
    addressed,
    isPrivate: channel_type === undefined ? null : channel_type !== 'channel',
  }
}

function withoutMention(text: string, bot: Bot): string {
  const pattern = new RegExp(`(${QUOTED.source})|<@${bot.user}(?:\\|[^>]*)?>[ \\t]?`, 'gm')
  return text
    .replace(pattern, (_, quoted?: string) => quoted ?? '')
    .trim()
    .replace(/^[,:]\s*/, '')
}

/** Slack's markup as people typed it; `nameOf` tells who was mentioned. */
export async function toPlainText(text: string, nameOf: (user: string) => Promise<string>): Promise<string> {
  const users = new Set([...text.matchAll(/<@([UW]\w+)/g)].map((match) => match[1] ?? ''))
  const names = new Map(await Promise.all([...users].map(async (user) => [user, await nameOf(user)] as const)))
  return text.replace(/<([^<>]+)>|&(?:amp|lt|gt);/g, (whole, inside?: string) =>
    inside === undefined ? decodeEntities(whole) : decodeEntities(plainLink(inside, names)),
  )
}

function plainLink(inside: string, names: ReadonlyMap<string, string>): string {
  const [target = '', label] = inside.split('|', 2)
  if (target.startsWith('@')) return `@${names.get(target.slice(1)) ?? label ?? target.slice(1)}`
  if (target.startsWith('#')) return `#${label || target.slice(1)}`
  if (target.startsWith('!')) return label || `@${target.slice(1).split('^')[0]}`
  const address = target.replace(/^mailto:/, '')
  if (label === undefined || label === address) return address
  // Slack makes links of what merely looks like one: flask.py becomes <http://flask.py|flask.py>.
  if (!label.includes('/') && target.replace(/^https?:\/\/|\/$/g, '') === label) return label
  return target.includes(label) || label.startsWith('http') ? address : `${label} (${address})`
}

/** `verb and the rest`; nothing at all asks for help. */
export function parseCommand(text: string): { readonly name: string; readonly text: string } {
  const [, name = 'help', rest = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(text) ?? []
  return { name: name.toLowerCase(), text: rest.trim() }
}
