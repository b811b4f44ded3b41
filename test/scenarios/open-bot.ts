/** The running bot as `start` makes it, with a small project on a GitHub on loopback; platforms are for the test to bring. */
import { type Bot, type PlatformSpec, startBot } from '../../src/app.ts'
import { createLogger } from '../../src/logger.ts'
import { createShutdown, type Shutdown } from '../../src/shutdown.ts'
import { openGitHubServer, TOKEN } from '../fakes/github/github-server.ts'
import { openWorkspace } from '../fixtures/open-workspace.ts'
import { buildProject } from './project.ts'

/** The same commits on every machine, so that links in transcripts are, too. */
export async function openBot(platforms: (log: ReturnType<typeof createLogger>) => readonly PlatformSpec[]) {
  const project = await buildProject()
  const github = await openGitHubServer({ repositories: { 'acme/ferry': project.onGitHub } })
  const workspace = await openWorkspace()
  const lines: string[] = []
  const logger = createLogger({ level: 'debug', destination: { write: (line: string) => void lines.push(line) } })
  const shutdown: Shutdown = createShutdown({
    onFailure: (name, error) => void lines.push(`${name} does not stop: ${String(error)}`),
  })
  const services = {
    database: workspace.database,
    dataDir: workspace.dataDir,
    github: { apiUrl: github.url, token: TOKEN },
    ingestMemory: workspace.memory,
    logger,
    signal: shutdown.signal,
  }
  const specs = platforms(logger)
  const bot: Bot | null =
    specs.length === 0 ? null : await startBot({ services, shutdown, platforms: specs, port: 0, syncMinutes: 0 })
  return {
    bot,
    services,
    shutdown,
    project,
    log: () => lines.join(''),
    async close() {
      await shutdown.stop(new Error('the test is over'))
      await workspace.close()
      await github.close()
    },
  }
}
