import { NotFoundError } from '../errors.ts'
import { pullsSince } from '../graph/queries/pulls-since.ts'
import { repositoryState } from '../graph/queries/repository-state.ts'
import type { Graph } from '../graph/types.ts'
import type { Fact } from '../memory/fact.ts'
import { listFacts } from '../memory/list-facts.ts'
import { scopeOf } from '../memory/scope.ts'
import { createUrls, type Urls } from '../urls.ts'
import type { Digest, DigestQuestion } from './digest.ts'
import { findKnower } from './find-knower.ts'
import { factNews } from './gather-facts.ts'
import { digestPulls, pullNews, type ToldPull } from './gather-pulls.ts'
import { questionNews, type Unanswered } from './gather-questions.ts'
import { reviewNews } from './gather-reviews.ts'
import { LATE_MS, type News, reportedAs, stillReported } from './news.ts'
import { findOwner, type Owner, ownFacts, ownPulls } from './own-news.ts'

export interface DigestFor {
  readonly includes: readonly string[]
  /** The private channel that it is for, where it may say what was learnt there. */
  readonly privateTo: string | null
  /** Login or name of the person whose own code it is about; null for all of the repository. */
  readonly person: string | null
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
/** Beyond them, so many pull requests by their numbers alone. */
const MOST_OTHERS = 60
/** So many questions are looked into for whether a certain person may know. */
const MOST_LOOKED_INTO = 20

/**
 * What is new in a repository for a channel or a person. Changes nothing, and says the same when it is called the same.
 * Throws NotFoundError for a person whom the repository's history does not know.
 */
export async function makeDigest(graph: Graph, wanted: DigestFor, window: DigestWindow): Promise<MadeDigest> {
  const { since, cursor, now } = window
  const lookFrom = new Date(Math.max(since.getTime(), (cursor?.getTime() ?? 0) - LATE_MS))
  const owner = wanted.person === null ? null : await requireOwner(graph, wanted.person)
  const [[repository], facts, pulls, checks, questions] = await Promise.all([
    graph.run(repositoryState, {}),
    factsFor(graph, wanted, owner),
    pullsFor(graph, wanted, owner, lookFrom),
    checksFor(graph, wanted, owner, lookFrom),
    questionsFor(graph, wanted, lookFrom),
  ])
  const urls = createUrls({ webUrl: repository?.web_url ?? null, commit: repository?.commit ?? null })
  const known = new Set(window.reported)
  const isNew = (news: News<unknown>) =>
    !known.has(reportedAs(news)) && (news.at === null || isWithin(new Date(news.at), lookFrom, now))

  const states = factNews(facts, urls)
  const newFacts = states.filter(isNew)
  const newPulls = [...checks, ...pullNews(pulls)].filter(isNew)
  const newQuestions = questions.filter(isNew)
  const told = await tellQuestions(graph, newQuestions, owner, urls)
  const shown = {
    facts: newFacts.map(({ item }) => item),
    pulls: digestPulls(
      newPulls.map(({ item }) => item),
      urls,
    ),
    questions: told,
  }
  const others = shown.pulls.slice(MOST.pulls).map(({ number, url }) => ({ number, url }))
  const kept = stillReported(window.reported, new Set([...states, ...checks].map(reportedAs)), lookFrom)
  return {
    digest: {
      repository: repository?.name ?? graph.name,
      from: (cursor ?? since).toISOString(),
      to: now.toISOString(),
      zone: wanted.zone,
      person: owner?.name ?? null,
      facts: shown.facts.slice(0, MOST.facts),
      pulls: shown.pulls.slice(0, MOST.pulls),
      other_pulls: others.slice(0, MOST_OTHERS),
      questions: shown.questions.slice(0, MOST.questions),
      more: {
        facts: Math.max(0, shown.facts.length - MOST.facts),
        pulls: Math.max(0, others.length - MOST_OTHERS),
        questions: Math.max(0, shown.questions.length - MOST.questions),
      },
    },
    reported: [...kept, ...[...newFacts, ...newPulls, ...newQuestions].map(reportedAs)],
  }
}

async function requireOwner(graph: Graph, name: string): Promise<Owner> {
  const owner = await findOwner(graph, name)
  if (owner !== null) return owner
  throw new NotFoundError(`Nobody called ${name} is in the history.`, 'Say your login on GitHub: `digest me on @login`')
}

async function factsFor(graph: Graph, { includes, privateTo }: DigestFor, owner: Owner | null): Promise<Fact[]> {
  if (!includes.includes('facts')) return []
  const facts = await listFacts(graph, scopeOf(privateTo), { stale: true })
  return owner === null ? facts : ownFacts(graph, facts, owner)
}

async function pullsFor(graph: Graph, { includes }: DigestFor, owner: Owner | null, from: Date): Promise<ToldPull[]> {
  if (!includes.includes('reviews')) return []
  const pulls = await graph.run(pullsSince, { since: inSeconds(from) })
  return owner === null ? pulls.map((pull) => ({ ...pull, touches: [] })) : ownPulls(graph, pulls, owner)
}

async function checksFor(graph: Graph, { includes }: DigestFor, owner: Owner | null, from: Date) {
  const checks = includes.includes('reviews') ? await reviewNews(graph, from) : []
  return owner === null
    ? checks
    : checks.filter(({ item }) => item.pull.authors.some(({ login }) => login === owner.login))
}

async function questionsFor(graph: Graph, { includes, privateTo }: DigestFor, from: Date) {
  if (!includes.includes('questions')) return []
  return questionNews(graph, { since: from, scopes: scopeOf(privateTo).visible })
}

/** Each with who may know; for a certain person, those that this person may know. */
async function tellQuestions(
  graph: Graph,
  news: readonly News<Unanswered>[],
  owner: Owner | null,
  urls: Urls,
): Promise<DigestQuestion[]> {
  const most = owner === null ? MOST.questions : MOST_LOOKED_INTO
  const told = await Promise.all(
    news.map(async ({ item }, index) => ({
      text: item.question,
      asker: item.asker,
      knower: index < most ? await findKnower(graph, item, urls) : null,
    })),
  )
  return owner === null ? told : told.filter(({ knower }) => knower?.ref === owner.ref)
}

const isWithin = (at: Date, from: Date, to: Date) => from <= at && at <= to

/** As the graph writes the times of history and records. */
const inSeconds = (at: Date) => `${at.toISOString().slice(0, 19)}Z`
