/** `npm run discord:register [-- --guild ID]`: tells Discord which commands there are; once, and after they changed. */
import { parseArgs } from 'node:util'
import { registerCommands } from '../adapters/discord/register-commands.ts'
import { loadConfig } from '../src/config.ts'
import { UserError } from '../src/errors.ts'

const { values } = parseArgs({ options: { guild: { type: 'string' } } })
try {
  const { discord } = loadConfig({})
  if (discord === null) throw new UserError('There is no DISCORD_TOKEN.', 'Set it in the environment or in .env.')
  const names = await registerCommands({ ...discord, apiUrl: discord.apiUrl ?? undefined, guild: values.guild ?? null })
  const where =
    values.guild === undefined ? 'for every server; old ones may show for an hour' : `in server ${values.guild}`
  process.stdout.write(`Registered ${names.join(', ')} ${where}.\n`)
} catch (error) {
  const remedy = (error as { remedy?: string }).remedy
  process.stderr.write(`${(error as Error).message}\n${remedy === undefined ? '' : `${remedy}\n`}`)
  process.exitCode = 1
}
