/** `review`: what a pull request, or the difference between two commits, does to the code and to those who depend on it. */
import { knownPullRequest, openClone } from '../../handlers/open-review.ts'
import { UserError } from '../errors.ts'
import { chooseRepository, graphName, listRepositories } from '../repositories.ts'
import { beginReview } from '../review/begin-review.ts'
import { renderComment } from '../review/comment/render-comment.ts'
import type { ReviewRequest } from '../review/find-subject.ts'
import { createRewording } from '../review/reviewer/create-rewording.ts'
import { wordReview } from '../review/reviewer/word-review.ts'
import { runAgent, runReview } from '../review/run-review.ts'
import { AGENTS, type AgentName } from '../review/task.ts'
import type { CommandContext } from './command.ts'
import { openContextDatabase } from './open-database.ts'
import { openModel } from './open-model.ts'
import { postReviewOf } from './review-post.ts'

interface Options {
  readonly repo?: string
  readonly pr?: number
  readonly base?: string
  readonly head?: string
  readonly agent?: string
  readonly task?: string
  readonly markdown?: boolean
  readonly post?: boolean
  readonly all?: boolean
}

export async function run(context: CommandContext, _args: [], options: Options): Promise<number> {
  const wanted = readOptions(options)
  const database = await openContextDatabase(context)
  const repository = chooseRepository(await listRepositories(database, context.workspace), options.repo ?? null)
  const graph = database.graph(graphName(context.workspace, repository))
  const git = await openClone(graph)
  const model = await openModel(context)
  const rewording = model && createRewording({ ...model, signal: context.shutdown.signal })
  if ('agent' in wanted) {
    await runAgent(wanted.agent, graph, git, wanted.task, rewording)
    context.print(`${wanted.agent} has left its note: repobrain show note:${wanted.task}:${wanted.agent}`)
    context.printJson({ repository, ...wanted })
    return 0
  }
  if (options.post) {
    if ('pr' in wanted) {
      return postReviewOf(context, { repository, graph, git, number: wanted.pr, all: options.all ?? false, rewording })
    }
    throw new UserError('Only the review of a pull request can be posted.', 'Say --pr N.', { exitCode: 2 })
  }
  const known = 'pr' in wanted ? await knownPullRequest(servicesOf(context), repository, wanted.pr) : null
  const task = 'task' in wanted ? wanted.task : (await beginReview(graph, git, wanted, known)).task
  const document = await runReview(graph, git, task, rewording)
  if (options.markdown) context.print(renderComment(document))
  else context.print(wordReview(document))
  context.printJson(document)
  return 0
}

type Wanted = ReviewRequest | { readonly task: string } | { readonly task: string; readonly agent: AgentName }

function readOptions({ pr, base, head, task, agent }: Options): Wanted {
  const wrong = (problem: string) =>
    new UserError(problem, 'Say --pr N, or --base REV --head REV, or --task ID of a review that was begun.', {
      exitCode: 2,
    })
  if (agent !== undefined) {
    const name = AGENTS.find((each) => each === agent)
    if (name === undefined) throw wrong(`There is no agent ${agent}; there are ${AGENTS.join(', ')}.`)
    if (task === undefined) throw wrong('An agent works on a task.')
    return { task, agent: name }
  }
  if (task !== undefined) return { task }
  if (pr !== undefined && base === undefined && head === undefined) return { pr }
  if (pr === undefined && base !== undefined && head !== undefined) return { base, head }
  throw wrong(pr === undefined ? 'What should be reviewed?' : 'A pull request has a base and a head of its own.')
}

const servicesOf = ({ config, logger, shutdown }: CommandContext) => ({
  dataDir: config.dataDir,
  github: config.github,
  logger: logger.child({ component: 'review' }),
  signal: shutdown.signal,
})
