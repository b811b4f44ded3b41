import type { ChatHandlers, Suggestion } from '../src/chat.ts'
import { definitionsStarting } from '../src/graph/queries/definitions-starting.ts'
import { chooseRepository, graphName } from '../src/repositories.ts'
import { createChannelSettings } from '../src/settings/channel-settings.ts'
import { visibleRepositories } from './repository-of.ts'
import type { Services } from './services.ts'

type Typed = Parameters<ChatHandlers['suggest']>[0]

const MOST = 25
/** Platforms drop what comes later than three seconds after the key. */
const PATIENCE_MS = 1_500

/** Repositories or symbols that go on from what was typed; empty when nothing fits, or when it takes too long. */
export async function suggest(services: Services, typed: Typed): Promise<readonly Suggestion[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly Suggestion[]>((resolve) => {
    timer = setTimeout(() => resolve([]), PATIENCE_MS)
  })
  const found = (typed.field === 'repository' ? repositories(services, typed) : symbols(services, typed)).catch(
    (error) => {
      services.logger.debug({ err: error }, 'nothing could be suggested')
      return []
    },
  )
  return Promise.race([found, late]).finally(() => clearTimeout(timer))
}

async function repositories(services: Services, typed: Typed): Promise<Suggestion[]> {
  const wanted = typed.text.trim().toLowerCase()
  const fitting = (await visibleRepositories(services, typed)).filter((name) => name.toLowerCase().includes(wanted))
  return fitting.slice(0, MOST).map((name) => ({ label: name, value: name }))
}

async function symbols(services: Services, typed: Typed): Promise<Suggestion[]> {
  const settings = createChannelSettings(services.database, typed.workspace)
  const [visible, usual] = await Promise.all([
    visibleRepositories(services, typed),
    settings.defaultRepository(typed.channel),
  ])
  const graph = services.database.graph(graphName(typed.workspace, chooseRepository(visible, usual)))
  const start = typed.text.trim().replace(/^`/, '').toLowerCase()
  const rows = await graph.run(definitionsStarting, { start, limit: MOST })
  return rows.map(({ qualified_name, path }) => ({ label: `${qualified_name} · ${path}`, value: qualified_name }))
}
