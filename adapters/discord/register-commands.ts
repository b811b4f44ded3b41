/** The commands of the table, registered with Discord: for every server, or for one, where they show at once. */
import { REST, Routes } from 'discord.js'
import { z } from 'zod'
import { createDiscordApi, type DiscordApi } from './api.ts'
import { COMMANDS } from './commands.ts'
import { API_URL } from './connect.ts'

export interface RegisterOptions {
  readonly token: string
  readonly apiUrl?: string | undefined
  /** Id of a server; null: everywhere. */
  readonly guild: string | null
}

const application = z.object({ id: z.string() })

/** Replaces what was registered there before. Gives the names. Rejects as requests to Discord do. */
export async function registerCommands({
  token,
  apiUrl = API_URL,
  guild,
}: RegisterOptions): Promise<readonly string[]> {
  const api = createDiscordApi(new REST({ api: apiUrl }).setToken(token))
  const { id } = application.parse(await api.get(Routes.currentApplication()))
  await api.put(commandsRoute(id, guild), { body: COMMANDS })
  return COMMANDS.map(({ name }) => name)
}

/** Names of commands that are missing there, or differ from the table; those that are registered beside them do not count. */
export async function findUnregistered(
  api: DiscordApi,
  applicationId: string,
  guild: string | null,
): Promise<readonly string[]> {
  const registered = z
    .array(z.looseObject({ name: z.string() }))
    .parse(await api.get(commandsRoute(applicationId, guild)))
  return COMMANDS.filter((command) => !registered.some((one) => isSame(command, one))).map(({ name }) => name)
}

const commandsRoute = (application: string, guild: string | null) =>
  guild === null ? Routes.applicationCommands(application) : Routes.applicationGuildCommands(application, guild)

/** Discord adds fields of its own; of those that we set, each has to be the same. */
function isSame(ours: unknown, theirs: unknown): boolean {
  if (Array.isArray(ours)) {
    return Array.isArray(theirs) && ours.length === theirs.length && ours.every((part, at) => isSame(part, theirs[at]))
  }
  if (typeof ours !== 'object' || ours === null) return ours === theirs
  if (typeof theirs !== 'object' || theirs === null) return false
  const fields = new Map<string, unknown>(Object.entries(theirs))
  // A list that is empty may be left out.
  return Object.entries(ours).every(([name, value]) =>
    isSame(value, fields.get(name) ?? (Array.isArray(value) ? [] : undefined)),
  )
}
