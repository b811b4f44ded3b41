/** One answer against the verified truth of its question. */
import { z } from 'zod'
import type { Answer } from '../src/agent/answer.ts'

const place = z.object({ path: z.string(), qualname: z.string() })
export const goldItem = z.object({
  id: z.string(),
  repo: z.string(),
  commit: z.string(),
  language: z.string(),
  kind: z.string(),
  question: z.string(),
  expected_functions: z.array(place).default([]),
  expected_prs: z.array(z.number()).default([]),
  expected_people: z.array(z.object({ name: z.string().nullish(), login: z.string().nullish() })).default([]),
  expected_callers: z.array(place).default([]),
  /** Every pull request that ever changed the function by `git log -L`; absent where nobody looked. */
  all_prs_logL: z.array(z.number()).nullish(),
  /** Commits that changed the function and name no pull request: rebased ones are among them. */
  commits_without_pr: z.array(z.object({ sha: z.string() })).nullish(),
  verified: z.object({ issues: z.record(z.string(), z.unknown()).default({}) }).loose(),
})
export type GoldItem = z.infer<typeof goldItem>

/** Null: the question does not ask for it. */
export interface Verdict {
  readonly id: string
  readonly question: string
  readonly subject: boolean | null
  readonly pull_requests: boolean | null
  /** Pull requests that the answer lists and that never changed the function. */
  readonly outside: readonly number[] | null
  /** Pull requests that the truth knows as commits without a number only, since they were merged by rebasing. */
  readonly rebased: readonly number[]
  readonly issues: boolean | null
  readonly person: boolean | null
  readonly callers: boolean | null
  readonly refused: boolean | null
  readonly ms: number
  readonly notes: readonly string[]
  readonly text: string
}

const FIRST_PULL_REQUESTS = 6
const FIRST_PEOPLE = 3

/** `rebasedCommits`: ids of the commits that each pull request without a number in its commits brought. */
export function judgeAnswer(
  item: GoldItem,
  answer: Answer,
  ms: number,
  rebasedCommits: ReadonlyMap<number, readonly string[]>,
): Verdict {
  const { evidence } = answer
  const [subject] = answer.subjects
  const [expected] = item.expected_functions
  const numbers = evidence.flatMap((each) => (each.kind === 'pull_request' ? each.number : []))
  const issues = evidence.flatMap((each) => (each.kind === 'issue' ? each.number : []))
  const people = evidence.flatMap((each) => (each.kind === 'person' ? [each] : []))
  const callers = evidence.flatMap((each) => (each.role === 'caller' && 'depth' in each ? [each] : []))
  const [person] = item.expected_people
  const wanted = new Set([...item.expected_prs, ...(item.all_prs_logL ?? [])])
  const missing = {
    prs: item.expected_prs.filter((number) => !numbers.slice(0, FIRST_PULL_REQUESTS).includes(number)),
    issues: Object.keys(item.verified.issues)
      .map(Number)
      .filter((number) => !issues.includes(number)),
    callers: item.expected_callers.filter(
      ({ path, qualname }) =>
        !callers.some((each) => each.depth === 1 && each.path === path && each.qualified_name === qualname),
    ),
  }
  const named = people
    .slice(0, FIRST_PEOPLE)
    .some(({ name, login }) => same(name, person?.name) || same(login, person?.login) || same(login, person?.name))
  const right = expected && subject?.path === expected.path && subject.qualified_name === expected.qualname
  const unexpected = numbers.filter((number) => !wanted.has(number))
  const rebased = unexpected.filter((number) =>
    item.commits_without_pr?.some(({ sha }) => rebasedCommits.get(number)?.some((each) => each.startsWith(sha))),
  )
  return {
    id: item.id,
    question: item.question,
    subject: expected ? right === true : null,
    pull_requests: item.expected_prs.length > 0 ? missing.prs.length === 0 : null,
    outside:
      item.all_prs_logL && item.all_prs_logL.length > 0
        ? unexpected.filter((number) => !rebased.includes(number))
        : null,
    rebased,
    issues: Object.keys(item.verified.issues).length > 0 ? missing.issues.length === 0 : null,
    person: person ? named : null,
    callers: item.expected_callers.length > 0 ? missing.callers.length === 0 : null,
    refused: item.kind === 'unanswerable' ? answer.subjects.length === 0 && evidence.length === 0 : null,
    ms,
    notes: [
      ...rebased.map((number) => `#${number} was rebased: the truth has its commit without the number`),
      ...(expected && !right ? [`subject ${subject?.path ?? 'none'} ${subject?.qualified_name ?? ''}`] : []),
      ...(missing.prs.length > 0 ? [`missing PR ${missing.prs.join(', ')}`] : []),
      ...(missing.issues.length > 0 ? [`missing issue ${missing.issues.join(', ')}`] : []),
      ...missing.callers.map(({ qualname }) => `missing caller ${qualname}`),
      ...(person && !named
        ? [`${person.name ?? person.login} not in ${people.map(({ name }) => name).join(', ')}`]
        : []),
    ],
    text: answer.text,
  }
}

const same = (a: string | null, b: string | null | undefined) =>
  a !== null && b != null && a.toLowerCase() === b.toLowerCase()
