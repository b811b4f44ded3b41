import { performance } from 'node:perf_hooks'
import { askRepository } from '../handlers/ask-repository.ts'
import { openDatabase } from '../src/graph/open-database.ts'
import { allDefinitions } from '../src/graph/queries/all-definitions.ts'
import { createIngestMemory } from '../src/ingest/ingest-memory.ts'
import { ingestRepository } from '../src/ingest/ingest-repository.ts'
import { graphName } from '../src/repositories.ts'
import { inNewFolder } from './in-new-folder.ts'
import { quantile } from './statistics.ts'

/** Milliseconds. */
export interface QueryFigures {
  readonly name: string
  readonly runs: number
  readonly p50: number
  readonly p99: number
}

export interface AnswerFigures {
  /** From question to answer in a running process, over functions of the repository and all kinds of question. */
  readonly answers: QueryFigures
  /** Every read query that those answers ran, as its caller saw it. */
  readonly queries: readonly QueryFigures[]
}

const QUESTIONS: readonly ((name: string) => string)[] = [
  (name) => `why is \`${name}\` written like this, and who should I ask?`,
  (name) => `who calls \`${name}\`?`,
  (name) => `what does \`${name}\` call?`,
  (name) => `what breaks if I change \`${name}\`?`,
  (name) => `what happened to \`${name}\`?`,
  (name) => `who reviewed \`${name}\`?`,
  (name) => `\`${name}\` 为什么写成这样，我该问谁？`,
]
const GENERAL = ['what changed lately?', 'what is in `README.rst`?']
const FUNCTIONS = 30

/** Answers questions on functions spread evenly over the sorted list of all that the repository defines. */
export async function measureAnswers(gitDir: string): Promise<AnswerFigures> {
  return inNewFolder(async (dataDir) => {
    const database = await openDatabase({ dataDir })
    const memory = createIngestMemory()
    try {
      const { repository } = await ingestRepository({ database, dataDir, memory, workspace: 'bench', source: gitDir })
      await memory.close()
      const definitions = await database.graph(graphName('bench', repository)).run(allDefinitions, {})
      const names = [...new Set(definitions.flatMap(({ refs }) => refs.map(qualifiedNameOf)))].sort()
      const chosen = Array.from(
        { length: FUNCTIONS },
        (_, n) => names[Math.floor((n * names.length) / FUNCTIONS)] ?? '',
      )
      const questions = [...chosen.flatMap((name) => QUESTIONS.map((ask) => ask(name))), ...GENERAL]
      const ask = (text: string) => askRepository({ database, workspace: 'bench', repository, text })
      for (const text of questions.slice(0, QUESTIONS.length)) await ask(text)

      const answers: number[] = []
      const queries = new Map<string, number[]>()
      for (const text of questions) {
        const started = performance.now()
        const answer = await ask(text)
        answers.push(performance.now() - started)
        for (const { name, ms } of answer.queries) queries.set(name, [...(queries.get(name) ?? []), ms])
      }
      return {
        answers: figures('graph-only answer', answers),
        queries: [...queries].map(([name, times]) => figures(name, times)).sort((a, b) => b.p50 - a.p50),
      }
    } finally {
      await memory.close()
      await database.close()
    }
  })
}

const figures = (name: string, times: readonly number[]): QueryFigures => ({
  name,
  runs: times.length,
  p50: quantile(times, 0.5) ?? Number.NaN,
  p99: quantile(times, 0.99) ?? Number.NaN,
})

/** `function:src/a.py::A.f~2` → `A.f`. */
function qualifiedNameOf(ref: string): string {
  return ref.slice(ref.indexOf('::') + 2).replace(/~\d+$/, '')
}
