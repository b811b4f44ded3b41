/** Whether Discord takes what is configured, for `doctor`. */
import { ApplicationFlagsBitField, PermissionsBitField, REST, Routes } from 'discord.js'
import { z } from 'zod'
import { createDiscordApi, type DiscordApi } from './api.ts'
import { API_URL, PORTAL } from './connect.ts'
import { findUnregistered } from './register-commands.ts'

export interface DiscordCheck {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
  /** What to do about it; also set where something works but could do more. */
  readonly remedy: string | null
  readonly data: Readonly<Record<string, unknown>>
}

/** Servers that are looked at for commands registered there alone. */
const MOST_GUILDS = 10

const user = z.object({ id: z.string(), username: z.string() })
const application = z.object({ id: z.string(), flags: z.number().default(0) })
const guilds = z.array(z.object({ id: z.string(), name: z.string() }))

/** Token, intents, commands. Never rejects. */
export async function checkDiscord(options: {
  readonly token: string
  readonly apiUrl?: string | undefined
}): Promise<DiscordCheck[]> {
  const { token, apiUrl = API_URL } = options
  const api = createDiscordApi(new REST({ api: apiUrl, retries: 1, timeout: 5_000 }).setToken(token))
  try {
    const me = user.parse(await api.get(Routes.user()))
    const servers = guilds.parse(await api.get(Routes.userGuilds()))
    const bot = checkServers(me, servers)
    const { id, flags } = application.parse(await api.get(Routes.currentApplication()))
    return [bot, checkIntents(flags), await checkCommands(api, id, servers)]
  } catch (error) {
    const status = (error as { cause?: { status?: unknown } }).cause?.status
    const detail = status === 401 ? 'Discord does not take the token' : String((error as Error).message)
    const remedy =
      status === 401
        ? `DISCORD_TOKEN: copy it anew from ${PORTAL} › Bot › Reset Token.`
        : `Check DISCORD_API_URL and the network: ${apiUrl}`
    return [{ name: 'discord', ok: false, detail, remedy, data: {} }]
  }
}

function checkServers(me: z.infer<typeof user>, servers: z.infer<typeof guilds>): DiscordCheck {
  const names = servers.map(({ name }) => name)
  const invite = `Invite it: https://discord.com/oauth2/authorize?client_id=${me.id}&scope=bot+applications.commands&permissions=${PERMISSIONS}`
  return {
    name: 'discord',
    ok: names.length > 0,
    detail: `${me.username} in ${names.length === 0 ? 'no server' : names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`,
    remedy: names.length > 0 ? null : invite,
    data: { bot: me.id, servers: servers.map(({ id }) => id) },
  }
}

const PERMISSIONS = PermissionsBitField.resolve([
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'CreatePublicThreads',
  'EmbedLinks',
  'AttachFiles',
  'ReadMessageHistory',
])

function checkIntents(flags: number): DiscordCheck {
  const { GatewayMessageContent, GatewayMessageContentLimited } = ApplicationFlagsBitField.Flags
  const readsMessages = (flags & (GatewayMessageContent | GatewayMessageContentLimited)) !== 0
  return {
    name: 'discord intents',
    // It works without, too: whoever follows up has to mention it.
    ok: true,
    detail: readsMessages ? 'follow-ups need no mention' : 'follow-ups need a mention: messages cannot be read',
    remedy: readsMessages ? null : `Switch on “Message Content Intent” at ${PORTAL} › Bot.`,
    data: { message_content: readsMessages },
  }
}

async function checkCommands(api: DiscordApi, id: string, servers: z.infer<typeof guilds>): Promise<DiscordCheck> {
  const name = 'discord verbs'
  const everywhere = await findUnregistered(api, id, null)
  if (everywhere.length === 0) return { name, ok: true, detail: 'registered for every server', remedy: null, data: {} }
  const lacking: string[] = []
  for (const server of servers.slice(0, MOST_GUILDS)) {
    if ((await findUnregistered(api, id, server.id)).length > 0) lacking.push(server.name)
  }
  const ok = servers.length > 0 && lacking.length === 0
  return {
    name,
    ok,
    detail: ok ? 'registered in every server' : `not registered, or not as they are now: ${everywhere.join(', ')}`,
    remedy: ok ? null : 'Run `npm run discord:register`.',
    data: { unregistered: everywhere, servers_without: lacking },
  }
}
