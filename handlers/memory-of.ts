import type { IncomingMessage } from '../src/chat.ts'
import type { Graph } from '../src/graph/types.ts'
import { type Scope, scopeOf } from '../src/memory/scope.ts'
import { graphName } from '../src/repositories.ts'
import { privateTo } from './private-to.ts'
import { repositoryOf } from './repository-of.ts'
import type { Services } from './services.ts'

export interface MemoryOfMessage {
  readonly graph: Graph
  readonly repository: string
  /** The message without `repo:owner/name`. */
  readonly text: string
  readonly privateTo: string | null
  readonly scope: Scope
}

/** What may be remembered and recalled where a message was written. Throws what `repositoryOf` throws. */
export async function memoryOf(services: Services, message: IncomingMessage): Promise<MemoryOfMessage> {
  const { repository, text } = await repositoryOf(services, message)
  const privately = privateTo(message)
  const graph = services.database.graph(graphName(message.workspace, repository))
  return { graph, repository, text, privateTo: privately, scope: scopeOf(privately) }
}
