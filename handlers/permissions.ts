import type { IncomingMessage } from '../src/chat.ts'
import { UserError } from '../src/errors.ts'
import type { Services } from './services.ts'

/**
 * Throws UserError for a person who may not do it. `platform`: its name, since the same id may be somebody else elsewhere.
 * Where no admins are named, everybody in the workspace may; where they are, those, and whom the platform itself calls one.
 */
export function requireAdmin(
  services: Pick<Services, 'admins'>,
  { author }: Pick<IncomingMessage, 'author'>,
  platform: string,
  deed: string,
): void {
  const { admins = [] } = services
  if (admins.length === 0 || isAdmin(admins, author, platform)) return
  throw new UserError(
    `Only admins may ${deed}.`,
    'Ask an admin of this workspace to do it, or whoever runs the bot to add you to REPOBRAIN_ADMINS.',
  )
}

export const isAdmin = (
  admins: readonly string[],
  { id, isAdmin: byRole }: IncomingMessage['author'],
  platform: string,
) => byRole || admins.includes(id) || admins.includes(`${platform}:${id}`)
