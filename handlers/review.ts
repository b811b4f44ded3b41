import { UserError } from '../src/errors.ts'
import { chooseRepository, graphName, listRepositories } from '../src/repositories.ts'
import { beginReview } from '../src/review/begin-review.ts'
import { createRewording } from '../src/review/reviewer/create-rewording.ts'
import { runReview } from '../src/review/run-review.ts'
import { knownPullRequest, openClone } from './open-review.ts'
import { repositoryOf } from './repository-of.ts'
import type { CommandHandler } from './services.ts'
import { reviewReply } from './word-review-reply.ts'

const LINK = /\/([\w.-]+\/[\w.-]+)\/pull\/(\d{1,9})\b/

/** `review <number or link>`: reviews a pull request here; on GitHub nothing is written. */
export const review: CommandHandler = async (services, command, chat) => {
  const link = LINK.exec(command.text)
  const { repository, text } =
    link === null
      ? await repositoryOf(services, command)
      : {
          repository: chooseRepository(await listRepositories(services.database, command.workspace), link[1] ?? null),
          text: link[2] ?? '',
        }
  const number = /^#?(\d{1,9})$/.exec(text.trim())?.[1]
  if (number === undefined) {
    throw new UserError('Which pull request?', 'Say its number, or give a link to it: `review 5918`.')
  }
  const graph = services.database.graph(graphName(command.workspace, repository))
  const [git, known] = await Promise.all([openClone(graph), knownPullRequest(services, repository, Number(number))])
  const { task } = await beginReview(graph, git, { pr: Number(number) }, known)
  const { model, signal } = services
  const rewording = model && createRewording({ ...model, signal })
  await chat.post(command.conversation, reviewReply(await runReview(graph, git, task, rewording)))
}
