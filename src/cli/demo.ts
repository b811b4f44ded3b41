/** `demo`: a repository as it was some changes ago, three questions in one thread, a sync, and the first question again. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderReply } from '../../adapters/terminal/render.ts'
import { answerToReply } from '../../handlers/answer-to-reply.ts'
import { askRepository } from '../../handlers/ask-repository.ts'
import { createSourceReader } from '../../handlers/create-source-reader.ts'
import { wordFacts, wordSaved } from '../../handlers/word-facts.ts'
import { wordIngestReport } from '../../handlers/word-ingest-report.ts'
import type { Answer } from '../agent/answer.ts'
import { rememberForPerson } from '../agent/remember-for-person.ts'
import { textReply } from '../chat.ts'
import { UserError } from '../errors.ts'
import { openBundle } from '../git/open-bundle.ts'
import type { GitRepository } from '../git/types.ts'
import type { Database, Graph } from '../graph/types.ts'
import { findSource } from '../ingest/find-source.ts'
import { createIngestMemory } from '../ingest/ingest-memory.ts'
import { ingestRepository } from '../ingest/ingest-repository.ts'
import type { IngestReport } from '../ingest/report.ts'
import type { Fact } from '../memory/fact.ts'
import { listFacts } from '../memory/list-facts.ts'
import { scopeOf } from '../memory/scope.ts'
import { graphName } from '../repositories.ts'
import type { CommandContext } from './command.ts'
import { chooseFunction } from './demo/choose-function.ts'
import { chooseStretch } from './demo/choose-start.ts'
import { compareAnswers } from './demo/compare-answers.ts'
import { findUpwards } from './demo/find-upwards.ts'
import { wordConclusion } from './demo/word-conclusion.ts'
import { openContextDatabase } from './open-database.ts'
import { createProgressDisplay } from './progress.ts'

const WORKSPACE = 'demo'
const SESSION = 'demo'
const SAMPLE_NAME = 'local/ferry'
const WIDTH = 80

export async function run(outer: CommandContext, [source]: [string | undefined]): Promise<number> {
  const dataDir = join(outer.config.dataDir, 'demo')
  await rm(dataDir, { recursive: true, force: true })
  const context = { ...outer, config: { ...outer.config, dataDir } }
  const { repository, name } = await openSource(outer, dataDir, source)
  const stretch = await chooseStretch(repository)
  if (stretch === null)
    throw new UserError(`${name} has no commits yet.`, 'Try the demo on a repository with a history.')
  const database = await openContextDatabase(context)
  await database.graph(graphName(WORKSPACE, name)).delete()
  const ingest = createIngest(context, database, repository, name)

  section(context, `Reading ${name} as it was ${stretch.changes} changes ago`)
  const first = await ingest(stretch.start)
  context.print(wordIngestReport(first))

  const graph = database.graph(graphName(WORKSPACE, name))
  const subject = await chooseFunction(graph, repository, stretch)
  if (subject === null)
    throw new UserError(
      `${name} has no function with a history.`,
      'RepoBrain reads Python so far; try the demo on a Python repository.',
    )
  const ask = createAsk(context, database, name)
  const why = `why is \`${subject}\` written like this, and who should I ask?`
  const before = await ask(why)
  const followUps = [await ask('and who calls it?'), await ask(`what breaks if I change \`${subject}\`?`)]
  const fact = await rememberFact(context, graph, subject, before)

  section(
    context,
    stretch.changes === 0
      ? 'There is nothing newer to sync'
      : `Syncing to the newest commit, ${stretch.changes} changes later`,
  )
  const second = await ingest(stretch.end)
  context.print(wordIngestReport(second).split('\n', 1)[0] ?? '')
  const after = await ask(why)
  const changed = compareAnswers(before, after)
  printChanges(context, changed)
  const facts = await listFacts(graph, scopeOf(null))
  section(context, 'What is remembered now')
  context.print(renderText(context, wordFacts(facts, false)))
  printNext(context, source)
  context.printJson({
    repository: name,
    stretch,
    reports: [first, second],
    answers: [before, ...followUps, after],
    changed,
    remembered: fact,
    facts,
  })
  return 0
}

/** The sample that comes along, unpacked; else the source, whose clone is kept with those of `ingest`. */
async function openSource(outer: CommandContext, dataDir: string, source: string | undefined) {
  if (source !== undefined) {
    const { config, shutdown } = outer
    return findSource({
      source,
      dataDir: config.dataDir,
      github: config.github,
      signal: shutdown.signal,
    })
  }
  const bundle = findUpwards(fileURLToPath(import.meta.url), 'demo/sample.bundle')
  return { repository: await openBundle(bundle, join(dataDir, 'sample.git')), name: SAMPLE_NAME }
}

function createIngest(context: CommandContext, database: Database, repository: GitRepository, name: string) {
  const memory = createIngestMemory()
  context.shutdown.add('workers', memory.close)
  return async (at: string): Promise<IngestReport> => {
    const progress = createProgressDisplay(context.terminal.stderr)
    try {
      return await ingestRepository({
        database,
        dataDir: context.config.dataDir,
        workspace: WORKSPACE,
        source: repository.gitDir,
        name,
        at,
        memory,
        signal: context.shutdown.signal,
        ...(context.terminal.stderr.isTTY ? { onProgress: progress.update } : {}),
      })
    } finally {
      progress.stop()
    }
  }
}

/** A person's conclusion from the first answer, saved in the thread; the sync then changes the code under it. */
async function rememberFact(context: CommandContext, graph: Graph, subject: string, answer: Answer): Promise<Fact> {
  const text = wordConclusion(subject, answer)
  section(context, 'Saving a fact')
  context.print(`${renderText(context, `**remember that ${text}**`)}\n`)
  const about = [subject]
  const source = { session: SESSION, person: 'you', readSource: createSourceReader(graph), clock: () => new Date() }
  const saved = await rememberForPerson({ graph, text, about, ...source })
  context.print(renderText(context, wordSaved(saved)))
  return saved.fact
}

function renderText(context: CommandContext, text: string): string {
  return renderReply(textReply(text), looks(context))
}

function looks({ terminal: { stdout } }: CommandContext) {
  return { columns: stdout.columns, color: stdout.isTTY === true && stdout.hasColors?.() === true }
}

function createAsk(context: CommandContext, database: Database, repository: string) {
  return async (text: string): Promise<Answer> => {
    section(context, 'Question')
    context.print(`${renderText(context, `**${text}**`)}\n`)
    const answer = await askRepository({ database, workspace: WORKSPACE, repository, text, session: SESSION })
    context.print(renderReply(answerToReply(answer), looks(context)))
    return answer
  }
}

function printChanges(context: CommandContext, changed: ReturnType<typeof compareAnswers>): void {
  section(context, 'What the sync changed in the answer')
  const signs = { new: '+', gone: '-', moved: '~' }
  if (changed.length === 0) context.print('Nothing: no change since then touched it.')
  for (const { what, text } of changed) {
    const line = `${signs[what]} ${text}`
    context.print(line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line)
  }
}

function printNext(context: CommandContext, source: string | undefined): void {
  section(context, 'Try next')
  const commands = [
    ...(source === undefined ? ['npm run demo -- pallets/flask'] : []),
    `npm run -s repobrain -- ingest ${source ?? 'pallets/flask'}`,
    'npm run -s repobrain -- chat',
    'npm run -s repobrain -- --help',
  ]
  for (const command of commands) context.print(`  ${command}`)
}

function section(context: CommandContext, title: string): void {
  context.print(`\n── ${title} ${'─'.repeat(Math.max(0, WIDTH - title.length - 4))}\n`)
}
