import { randomUUID } from 'node:crypto'
import type { ReplyStep } from '../chat.ts'
import { repositoryState } from '../graph/queries/repository-state.ts'
import type { Graph } from '../graph/types.ts'
import { loadSession } from '../memory/load-session.ts'
import type { RecalledFact } from '../memory/recall-facts.ts'
import { saveEpisode } from '../memory/save-episode.ts'
import { saveNotes } from '../memory/save-notes.ts'
import { scopeOf } from '../memory/scope.ts'
import { createUrls, type Urls } from '../urls.ts'
import type { Answer, AnswerFact, Candidate, CodeRef, QueryRecord } from './answer.ts'
import { codeRef, shownStatus } from './evidence.ts'
import type { Findings } from './findings/findings.ts'
import { gatherFindings } from './findings/gather-findings.ts'
import type { ModelUse } from './model/write-with-model.ts'
import { readQuestion } from './question/read-question.ts'
import type { ReadSource } from './resolve/by-place.ts'
import { resolveAsked } from './resolve/resolve-asked.ts'
import { threadSubjects } from './thread-subjects.ts'
import { createTools } from './tools/create-tools.ts'
import type { Note } from './tools/remember.ts'
import { chinese } from './wording/chinese.ts'
import { english } from './wording/english.ts'
import { type Sentences, writeSentences } from './write-sentences.ts'

export interface AskOptions {
  readonly graph: Graph
  readonly question: string
  /** Thread that the question belongs to; a new one without it. */
  readonly session?: string | undefined
  /** Name or login of who asks; never suggested as the person to ask. */
  readonly asker?: string | undefined
  /** The private channel or direct message that is spoken in: its memories are recalled there and nowhere else. */
  readonly privateTo?: string | null | undefined
  /** What "this" may mean where the question does not say: the text that its thread hangs on. */
  readonly about?: string | null | undefined
  /** Key of one of the candidates of an earlier answer to the same question. */
  readonly chosen?: string | null | undefined
  readonly readSource: ReadSource
  /** Commits of the branch that are not indexed; null or absent when that was not asked of git. */
  readonly behind?: number | null | undefined
  readonly clock: () => Date
  /** Chooses what to look up and words the answer; without it, and where it fails, rules do. */
  readonly model?: ModelUse | undefined
  /** The model's text so far, whenever there is more of it; what is verified alone. Empty when it starts anew. */
  readonly onText?: ((text: string) => void) | undefined
  /** What the model looks up, all so far, whenever a step begins or ends. */
  readonly onSteps?: ((steps: readonly ReplyStep[]) => void) | undefined
  /** Gets what is still to be done once the answer is shown: distilling what it concluded. The work never throws. */
  readonly afterwards?: ((work: () => Promise<void>) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Answers from the graph and remembers the exchange as an episode of its session. What cannot be answered is said in the
 * answer; throws only UpstreamError, when the database fails, and the reason of the signal.
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
  const { about = null, chosen = null } = options
  const resolution = await resolveAsked({ ...context, thread: threadSubjects(episodes) }, { question, about, chosen })
  const scope = scopeOf(options.privateTo ?? null)
  const tools = createTools({ ...context, asker, scope })
  const findings = await gatherFindings({ graph, tools, asker, repository }, question, resolution)
  const urls = createUrls({ webUrl: repository.web_url, commit })
  const { signal, onText, onSteps } = options
  const sentences = await writeSentences(options.model ?? null, {
    findings,
    tools,
    urls,
    repository: repository.name,
    thread: episodes,
    signal,
    onText,
    onSteps,
  })
  // Nobody waits for it any more: it is no answer that anyone was given.
  signal?.throwIfAborted()
  const { mode, text, entries, path, note, notes } = sentences
  const answered = [...queries]

  const episode = randomUUID()
  const at = options.clock()
  await saveEpisode(graph, {
    id: episode,
    session,
    question: question.text,
    answer: text,
    mode,
    asker,
    at,
    scope: scope.own,
    commit,
    queries: answered,
    path,
    used: sentences.used.map(({ key, evidence }) => ({ ref: key, role: evidence.role })),
  })
  const learn = (learned: readonly Note[], source: 'model' | 'consolidation') =>
    saveNotes(
      graph,
      learned.map((note) => ({ text: note.text, about: [note.about], source })),
      { scope: scope.own, author: null, episode, at },
    )
  await learn(notes, 'model')
  const { distil } = sentences
  if (distil) {
    const unsaved = (error: unknown) => options.model?.logger.warn({ err: error }, 'what was distilled was not saved')
    options.afterwards?.(() =>
      distil()
        .then((found) => learn(found, 'consolidation'))
        .catch(unsaved),
    )
  }
  const found = subjectsOf(findings, urls)
  return {
    mode,
    note,
    text,
    subjects: found.length > 0 ? found : subjectsAmong(entries),
    evidence: entries.map(({ evidence }) => evidence),
    path,
    facts: findings.facts.map(answerFact),
    candidates: candidatesOf(findings, urls),
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

const answerFact = (fact: RecalledFact): AnswerFact => ({
  id: fact.id,
  text: fact.text,
  status: shownStatus(fact),
  about: fact.about.map(({ name }) => name),
  learnedFrom: fact.sources.at(-1)?.episode ?? null,
  authors: [...new Set(fact.sources.flatMap(({ author }) => author ?? []))],
  at: fact.confirmedAt ?? fact.sources.at(-1)?.at ?? null,
  changedBy:
    fact.cause && (fact.cause.number === null ? `commit ${fact.cause.sha?.slice(0, 10)}` : `PR #${fact.cause.number}`),
})

const subjectsOf = ({ found }: Findings, urls: Urls): CodeRef[] =>
  found.kind === 'code' ? found.resolution.subjects.map((row) => codeRef(row, urls)) : []

/** Best first; what the question asks back about. */
const candidatesOf = ({ found }: Findings, urls: Urls): Candidate[] =>
  found.kind === 'several' ? found.candidates.map((row) => ({ key: row.ref, ...codeRef(row, urls) })) : []

/** What the model looked into where the rules found nothing. */
const subjectsAmong = (entries: Sentences['entries']): CodeRef[] =>
  entries.flatMap(({ evidence }) => {
    if (evidence.role !== 'subject' || !('start_line' in evidence)) return []
    const { kind, path, qualified_name, start_line, end_line, url } = evidence
    return [{ kind, path, qualified_name, start_line, end_line, url }]
  })

/** An empty graph is never answered from, as if there were no pull requests in it; nor is anything written there. */
function nothingIndexed({ graph, question }: AskOptions, session: string): Answer {
  const repository = graph.name.split(':').at(-1) ?? graph.name
  return {
    mode: 'graph',
    note: null,
    text: (readQuestion(question).language === 'zh' ? chinese : english).emptyRepository(repository),
    subjects: [],
    evidence: [],
    path: [],
    facts: [],
    candidates: [],
    coverage: { commit: null, behind: null, pull_requests: 0, missing: ['nothing is indexed'] },
    queries: [],
    repository,
    session,
    episode: '',
  }
}
