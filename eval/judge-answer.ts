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

export function judgeAnswer(item: GoldItem, answer: Answer, ms: number): Verdict {
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
  return {
    id: item.id,
    question: item.question,
    subject: expected ? right === true : null,
    pull_requests: item.expected_prs.length > 0 ? missing.prs.length === 0 : null,
    outside: item.all_prs_logL && item.all_prs_logL.length > 0 ? numbers.filter((number) => !wanted.has(number)) : null,
    issues: Object.keys(item.verified.issues).length > 0 ? missing.issues.length === 0 : null,
    person: person ? named : null,
    callers: item.expected_callers.length > 0 ? missing.callers.length === 0 : null,
    refused: item.kind === 'unanswerable' ? answer.subjects.length === 0 && evidence.length === 0 : null,
    ms,
    notes: [
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
