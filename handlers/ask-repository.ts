import type { Answer } from '../src/agent/answer.ts'
import { type AskOptions, answerQuestion } from '../src/agent/answer-question.ts'
import type { ModelUse } from '../src/agent/model/write-with-model.ts'
import type { Database } from '../src/graph/types.ts'
import { repositoryStatus } from '../src/ingest/repository-status.ts'
import { graphName } from '../src/repositories.ts'
import { createSourceReader } from './create-source-reader.ts'

export interface RepositoryQuestion {
  readonly database: Pick<Database, 'graph'>
  readonly workspace: string
  /** `owner/name`, indexed. */
  readonly repository: string
  readonly text: string
  readonly session?: string | undefined
  readonly asker?: string | undefined
  /** The private channel or direct message that is asked in. */
  readonly privateTo?: string | null | undefined
  readonly about?: AskOptions['about']
  readonly chosen?: AskOptions['chosen']
  readonly model?: ModelUse | undefined
  /** The model's text so far, whenever there is more of it; empty when it starts anew. */
  readonly onText?: ((text: string) => void) | undefined
  readonly onSteps?: AskOptions['onSteps']
  /** Gets what is still to be done once the answer is shown; the work never throws. */
  readonly afterwards?: ((work: () => Promise<void>) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Joins what an answer needs: the graph, and the repository's git for source lines and for how far the index is behind. */
export async function askRepository(question: RepositoryQuestion): Promise<Answer> {
  const graph = question.database.graph(graphName(question.workspace, question.repository))
  const { behind } = await repositoryStatus(graph)
  return answerQuestion({
    graph,
    question: question.text,
    session: question.session,
    asker: question.asker,
    privateTo: question.privateTo,
    readSource: createSourceReader(graph),
    behind,
    about: question.about,
    chosen: question.chosen,
    model: question.model,
    onSteps: question.onSteps,
    onText: question.onText,
    afterwards: question.afterwards,
    signal: question.signal,
    clock: () => new Date(),
  })
}
