import { randomUUID } from 'node:crypto'
import { repositoryState } from '../graph/queries/repository-state.ts'
import type { Graph } from '../graph/types.ts'
import { loadSession, type RememberedEpisode } from '../memory/load-session.ts'
import { saveEpisode } from '../memory/save-episode.ts'
import type { Answer, CodeRef, QueryRecord } from './answer.ts'
import { codeRef } from './evidence.ts'
import { citeFindings } from './findings/cite-findings.ts'
import type { Findings } from './findings/findings.ts'
import { gatherFindings } from './findings/gather-findings.ts'
import { readQuestion } from './question/read-question.ts'
import type { ReadSource } from './resolve/by-place.ts'
import type { ThreadSubjects } from './resolve/resolve-context.ts'
import { resolveSubject } from './resolve/resolve-subject.ts'
import { createTools } from './tools/create-tools.ts'
import { createUrls, type Urls } from './urls.ts'
import { chinese } from './wording/chinese.ts'
import { english } from './wording/english.ts'
import { writeAnswer } from './wording/write-answer.ts'

export interface AskOptions {
  readonly graph: Graph
  readonly question: string
  /** Thread that the question belongs to; a new one without it. */
  readonly session?: string | undefined
  /** Name or login of who asks; never suggested as the person to ask. */
  readonly asker?: string | undefined
  readonly readSource: ReadSource
  /** Commits of the branch that are not indexed; null or absent when that was not asked of git. */
  readonly behind?: number | null | undefined
  readonly clock: () => Date
}

/**
 * Answers from the graph alone and remembers the exchange as an episode of its session. What cannot be answered is said in the
 * answer; throws only UpstreamError, when the database fails.
 */
export async function answerQuestion(options: AskOptions): Promise<Answer> {
  const queries: QueryRecord[] = []
  const graph = options.graph.recorded((run) => queries.push({ ...run, ms: Math.round(run.ms * 100) / 100 }))
  const session = options.session ?? randomUUID()
  const asker = options.asker ?? null
  const question = readQuestion(options.question)
  if (!(await graph.exists())) return nothingIndexed(options, session)
  const [[repository], episodes] = await Promise.all([graph.run(repositoryState, {}), loadSession(graph, session)])
  if (!repository) return nothingIndexed(options, session)

  const commit = repository.commit
  const context = { graph, commit, repository: repository.name, readSource: options.readSource }
  const resolution = await resolveSubject({ ...context, thread: threadSubjects(episodes) }, question)
  const tools = createTools({ ...context, asker })
  const findings = await gatherFindings({ graph, tools, asker, repository }, question, resolution)
  const urls = createUrls({ webUrl: repository.web_url, commit })
  const cited = citeFindings(findings, urls)
  const text = writeAnswer(findings, cited)
  const answered = [...queries]

  const episode = randomUUID()
  const entries = cited.book.entries()
  await saveEpisode(graph, {
    id: episode,
    session,
    question: question.text,
    answer: text,
    mode: 'graph',
    asker,
    at: options.clock(),
    commit,
    queries: answered,
    used: entries.map(({ key, evidence }) => ({ ref: key, role: evidence.role })),
  })
  return {
    mode: 'graph',
    text,
    subjects: subjectsOf(findings, urls),
    evidence: entries.map(({ evidence }) => evidence),
    path: cited.path,
    facts: [],
    coverage: {
      commit,
      behind: options.behind ?? null,
      pull_requests: repository.pull_requests,
      missing: repository.missing,
    },
    queries: answered,
    repository: repository.name,
    session,
    episode,
  }
}

/** The main subject of each earlier answer: code, else the pull request, issue or commit that it was about. */
function threadSubjects(episodes: readonly RememberedEpisode[]): ThreadSubjects {
  return episodes.flatMap(({ used }) => {
    const main = used.find(({ role }) => role === 'subject' || role === 'change' || role === 'mentioned')
    return main ? [main.ref] : []
  })
}

const subjectsOf = ({ found }: Findings, urls: Urls): CodeRef[] =>
  found.kind === 'code' ? found.resolution.subjects.map((row) => codeRef(row, urls)) : []

/** An empty graph is never answered from, as if there were no pull requests in it; nor is anything written there. */
function nothingIndexed({ graph, question }: AskOptions, session: string): Answer {
  const repository = graph.name.split(':').at(-1) ?? graph.name
  return {
    mode: 'graph',
    text: (readQuestion(question).language === 'zh' ? chinese : english).emptyRepository(repository),
    subjects: [],
    evidence: [],
    path: [],
    facts: [],
    coverage: { commit: null, behind: null, pull_requests: 0, missing: ['nothing is indexed'] },
    queries: [],
    repository,
    session,
    episode: '',
  }
}
