import { pullsSince } from '../graph/queries/pulls-since.ts'
import { repositoryState } from '../graph/queries/repository-state.ts'
import type { Graph } from '../graph/types.ts'
import { listFacts } from '../memory/list-facts.ts'
import { scopeOf } from '../memory/scope.ts'
import type { DigestPart } from '../settings/digest-settings.ts'
import { createUrls } from '../urls.ts'
import type { Digest, DigestQuestion } from './digest.ts'
import { findKnower } from './find-knower.ts'
import { factNews } from './gather-facts.ts'
import { digestPulls, pullNews } from './gather-pulls.ts'
import { questionNews } from './gather-questions.ts'
import { LATE_MS, type News, reportedAs, stillReported } from './news.ts'

export interface DigestFor {
  readonly includes: readonly string[]
  /** The private channel that it is for, where it may say what was learnt there. */
  readonly privateTo: string | null
  readonly zone: string
}

export interface DigestWindow {
  /** Nothing older is reported, ever. */
  readonly since: Date
  /** End of the last digest's window; null when this is the first. */
  readonly cursor: Date | null
  readonly now: Date
  /** What earlier digests reported, as `MadeDigest.reported` says. */
  readonly reported: readonly string[]
}

export interface MadeDigest {
  readonly digest: Digest
  /** To be handed in the next time. */
  readonly reported: readonly string[]
}

/** A post has room for so many; facts have three buttons each, of which a message takes 25. */
const MOST = { facts: 5, pulls: 15, questions: 5 } as const

/** What is new in a repository for a channel. Changes nothing, and says the same when it is called the same. */
export async function makeDigest(graph: Graph, wanted: DigestFor, window: DigestWindow): Promise<MadeDigest> {
  const { since, cursor, now } = window
  const lookFrom = new Date(Math.max(since.getTime(), (cursor?.getTime() ?? 0) - LATE_MS))
  const scope = scopeOf(wanted.privateTo)
  const includes = (part: DigestPart) => wanted.includes.includes(part)
  const [[repository], facts, pulls, questions] = await Promise.all([
    graph.run(repositoryState, {}),
    includes('facts') ? listFacts(graph, scope, { stale: true }) : [],
    includes('reviews') ? graph.run(pullsSince, { since: inSeconds(lookFrom) }) : [],
    includes('questions') ? questionNews(graph, { since: lookFrom, scopes: scope.visible }) : [],
  ])
  const urls = createUrls({ webUrl: repository?.web_url ?? null, commit: repository?.commit ?? null })
  const reported = new Set(window.reported)
  const isNew = (news: News<unknown>) =>
    !reported.has(reportedAs(news)) && (news.at === null || Date.parse(news.at) >= lookFrom.getTime())

  const states = factNews(facts, urls)
  const [newFacts, newPulls, newQuestions] = [
    states.filter(isNew),
    pullNews(pulls).filter(isNew),
    questions.filter(isNew),
  ]
  const allPulls = digestPulls(
    newPulls.map(({ item }) => item),
    urls,
  )
  const digest: Digest = {
    repository: repository?.name ?? graph.name,
    from: (cursor ?? since).toISOString(),
    to: now.toISOString(),
    zone: wanted.zone,
    person: null,
    facts: newFacts.slice(0, MOST.facts).map(({ item }) => item),
    pulls: allPulls.slice(0, MOST.pulls),
    questions: await Promise.all(
      newQuestions.slice(0, MOST.questions).map(
        async ({ item }): Promise<DigestQuestion> => ({
          text: item.question,
          asker: item.asker,
          knower: await findKnower(graph, item, urls),
        }),
      ),
    ),
    more: {
      facts: Math.max(0, newFacts.length - MOST.facts),
      pulls: Math.max(0, allPulls.length - MOST.pulls),
      questions: Math.max(0, newQuestions.length - MOST.questions),
    },
  }
  const told = [...newFacts, ...newPulls, ...newQuestions].map(reportedAs)
  const kept = stillReported(window.reported, new Set(states.map(reportedAs)), lookFrom)
  return { digest, reported: [...kept, ...told] }
}

/** As the graph writes the times of history and records. */
const inSeconds = (at: Date) => `${at.toISOString().slice(0, 19)}Z`
