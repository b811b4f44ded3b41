/** `ask`: one question, one answer. Exit code 3 when nothing was found that could answer it. */
import { randomUUID } from 'node:crypto'
import { renderReply } from '../../adapters/terminal/render.ts'
import { answerToReply } from '../../handlers/answer-to-reply.ts'
import { askRepository } from '../../handlers/ask-repository.ts'
import { type Reply, textReply } from '../chat.ts'
import { UserError } from '../errors.ts'
import { chooseRepository, listRepositories } from '../repositories.ts'
import type { CommandContext } from './command.ts'
import { openContextDatabase } from './open-database.ts'
import { openModel } from './open-model.ts'
import { createReplyStream } from './reply-stream.ts'

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
  const color = terminal.stdout.isTTY === true && terminal.stdout.hasColors?.() === true
  const render = (reply: Reply) => renderReply(reply, { columns: terminal.stdout.columns, color })
  const stream = terminal.stdout.isTTY === true && !context.json ? createReplyStream(terminal.stdout, render) : null
  const later: (() => Promise<void>)[] = []
  const answer = await askRepository({
    database,
    workspace,
    repository: chooseRepository(await listRepositories(database, workspace), options.repo ?? null),
    text,
    session: options.session ?? randomUUID().slice(0, 8),
    asker: options.as,
    model: await openModel(context),
    signal: context.shutdown.signal,
    onText: (text) => stream?.show(textReply(text)),
    afterwards: (work) => void later.push(work),
  })
  const reply = answerToReply(answer)
  if (stream) stream.end(reply)
  else context.print(render(reply))
  context.print(`\nGo on: ask --session ${answer.session} "…"`)
  context.printJson(answer)
  for (const work of later) await work()
  return answer.evidence.length === 0 ? 3 : 0
}
