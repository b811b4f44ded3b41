import { createLogger } from '../../logger.ts'
import type { CommandContext } from '../command.ts'
import type { Check } from './check.ts'

/** Slack and Discord, as far as they are configured; neither is loaded otherwise. */
export async function checkPlatforms({ config }: Pick<CommandContext, 'config'>): Promise<Check[]> {
  const { slack, discord } = config
  return [...(slack ? await checkSlackOf(slack) : []), ...(discord ? await checkDiscordOf(discord) : [])]
}

async function checkSlackOf({ apiUrl, ...access }: NonNullable<CommandContext['config']['slack']>): Promise<Check[]> {
  const { checkSlack } = await import('../../../adapters/slack/check.ts')
  return checkSlack({ ...access, apiUrl: apiUrl ?? undefined, logger: createLogger({ level: 'silent' }) })
}

async function checkDiscordOf({ token, apiUrl }: NonNullable<CommandContext['config']['discord']>): Promise<Check[]> {
  const { checkDiscord } = await import('../../../adapters/discord/check.ts')
  return checkDiscord({ token, apiUrl: apiUrl ?? undefined })
}
