/** The bot's own page: what is indexed, what is out of date, and what one could ask first. */
import { type Author, type Reply, textReply } from '../src/chat.ts'
import { mostChangedFunctions } from '../src/graph/queries/most-changed-functions.ts'
import { listFacts } from '../src/memory/list-facts.ts'
import { scopeOf } from '../src/memory/scope.ts'
import { graphName } from '../src/repositories.ts'
import { visibleRepositories } from './repository-of.ts'
import type { Services } from './services.ts'
import { statusText } from './status.ts'
import { wordFacts } from './word-facts.ts'

interface Viewer {
  readonly workspace: string
  readonly author: Author
}

const MOST_PROMPTS = 3

/** Private repositories belong to their channels and are not shown here. */
export async function home(services: Services, { workspace }: Viewer): Promise<{ reply: Reply; prompts: string[] }> {
  const nowhere = { workspace, channel: '' }
  const names = await visibleRepositories(services, nowhere)
  const stale = await Promise.all(names.map((name) => staleFacts(services, workspace, name)))
  const [first] = names
  const text = [
    '## Repositories',
    await statusText(services, nowhere),
    ...stale.filter((part) => part !== ''),
    'Ask in plain words, in a channel or here. `help` says what else one can say.',
  ].join('\n\n')
  return { reply: textReply(text), prompts: first === undefined ? [] : await promptsFor(services, workspace, first) }
}

async function staleFacts(services: Services, workspace: string, name: string): Promise<string> {
  const facts = await listFacts(services.database.graph(graphName(workspace, name)), scopeOf(null), { stale: true })
  return facts.length === 0 ? '' : `## Out of date in ${name}\n\n${wordFacts(facts, true)}`
}

/** Questions that this repository can answer well: on what was changed most. */
async function promptsFor(services: Services, workspace: string, name: string): Promise<string[]> {
  const rows = await services.database.graph(graphName(workspace, name)).run(mostChangedFunctions, { limit: 2 })
  const asked = rows.map(({ qualified_name }, index) =>
    index === 0
      ? `why is \`${qualified_name}\` written like this, and who should I ask?`
      : `what breaks if I change \`${qualified_name}\`?`,
  )
  return [...asked, 'what changed lately?'].slice(0, MOST_PROMPTS)
}
