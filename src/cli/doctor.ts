/** `doctor`: what is configured, reachable and healthy. Every check runs, whatever the others find. */
import type { CommandContext } from './command.ts'
import type { Check } from './doctor/check.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkGitHub } from './doctor/check-github.ts'
import { checkConfiguration, checkDataFolder, checkGit, checkNode } from './doctor/check-machine.ts'
import { checkModel } from './doctor/check-model.ts'
import { checkPlatforms } from './doctor/check-platforms.ts'

const NAME_WIDTH = 15

export async function run(context: CommandContext): Promise<number> {
  const { config } = context
  const checks: Check[] = [
    checkConfiguration(config),
    checkNode(process.versions.node),
    await checkGit(),
    await checkDataFolder(config.dataDir),
    await checkGitHub(context),
    await checkModel(context),
    ...(await checkPlatforms(context)),
    ...(await checkDatabase(context)),
  ]
  const ok = checks.every((check) => check.ok)
  for (const check of checks) {
    context.print(`${check.ok ? '✓' : '✗'} ${check.name.padEnd(NAME_WIDTH)} ${check.detail}`)
    if (check.remedy !== null) context.print(`${' '.repeat(NAME_WIDTH + 3)}${check.remedy}`)
  }
  context.print(
    ok ? '\nAll is well.' : `\n${checks.filter((check) => !check.ok).length} of ${checks.length} need attention.`,
  )
  context.printJson({ ok, checks })
  return ok ? 0 : 1
}
