/** `ask`: one question, one answer. Exit code 3 when nothing was found that could answer it. */
import { randomUUID } from 'node:crypto'
import { renderReply } from '../../adapters/terminal/render.ts'
import { answerToReply } from '../../handlers/answer-to-reply.ts'
import { askRepository } from '../../handlers/ask-repository.ts'
import { UserError } from '../errors.ts'
import { chooseRepository, listRepositories } from '../repositories.ts'
import type { CommandContext } from './command.ts'
import { openContextDatabase } from './open-database.ts'

interface Options {
  readonly repo?: string
  readonly session?: string
  readonly as?: string
}

export async function run(context: CommandContext, [words]: [string[]], options: Options): Promise<number> {
  const text = words.join(' ').trim()
  if (text === '')
    throw new UserError('The question is empty.', 'Ask in plain words: ask "who knows make_response?"', { exitCode: 2 })
  const database = await openContextDatabase(context)
  const { terminal, workspace } = context
  const answer = await askRepository({
    database,
    workspace,
    repository: chooseRepository(await listRepositories(database, workspace), options.repo ?? null),
    text,
    session: options.session ?? randomUUID().slice(0, 8),
    asker: options.as,
  })
  const color = terminal.stdout.isTTY === true && terminal.stdout.hasColors?.() === true
  context.print(renderReply(answerToReply(answer), { columns: terminal.stdout.columns, color }))
  context.print(`\nGo on: ask --session ${answer.session} "…"`)
  context.printJson(answer)
  return answer.evidence.length === 0 ? 3 : 0
}
