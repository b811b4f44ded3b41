import type { Fact, FactCause } from '../memory/fact.ts'
import type { Urls } from '../urls.ts'
import type { DigestFact } from './digest.ts'
import type { News } from './news.ts'

/** Facts that are out of date, as news: once for each time that they were said or confirmed, and again when it gets worse. */
export function factNews(facts: readonly Fact[], urls: Urls): News<DigestFact>[] {
  return [...facts].sort(byUrgency).flatMap((fact) => {
    const { id, text, about, status, cause, changedCallees } = fact
    if (status !== 'stale' && status !== 'gone' && status !== 'weakened') return []
    const grade = status === 'weakened' ? 'weakened' : 'stale'
    return {
      key: `fact:${id}:${grade}:${heldSince(fact)}`,
      at: null,
      item: {
        id,
        text,
        about: about.map(({ name }) => name),
        status,
        cause: cause && digestCause(cause, urls),
        changed_callees: [...changedCallees],
        settled: null,
      },
    }
  })
}

const heldSince = ({ confirmedAt, sources }: Fact) =>
  [confirmedAt ?? '', ...sources.map(({ at }) => at)].sort().at(-1) ?? ''

/** What is plainly wrong before what may be, the newest change first. */
const byUrgency = (a: Fact, b: Fact) =>
  Number(a.status === 'weakened') - Number(b.status === 'weakened') ||
  (b.cause?.at ?? '').localeCompare(a.cause?.at ?? '') ||
  a.id.localeCompare(b.id)

const digestCause = ({ number, sha, title }: FactCause, urls: Urls): DigestFact['cause'] =>
  number === null
    ? { label: `commit ${(sha ?? '').slice(0, 10)}`, title, url: urls.commit(sha ?? '') }
    : { label: `PR #${number}`, title, url: urls.pullRequest(number) }
