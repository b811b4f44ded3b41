/** What of the findings on a piece of code is shown, and in which order: text and evidence follow the same choice. */

import type { Expert } from '../../experts/rank-experts.ts'
import type { HistoryRow } from '../../graph/queries/history.ts'
import type { RecordedText } from '../../graph/queries/recorded-texts.ts'
import type { PersonRow } from '../../graph/queries/rows.ts'
import type { EvidenceRole } from '../answer.ts'
import type { Intent } from '../question/intents.ts'
import type { CallerRow } from '../tools/callers.ts'
import type { ImpactRow } from '../tools/impact.ts'
import type { Reason } from './choose-reasons.ts'
import type { CodeFindings } from './findings.ts'

export interface ShownPerson {
  readonly person: PersonRow
  readonly role: Extract<EvidenceRole, 'author' | 'expert' | 'reviewer' | 'merger'>
}

export interface ShownCode {
  readonly lead: HistoryRow | null
  readonly earlier: readonly HistoryRow[]
  /** The last of `earlier` where it is the change that added the code and others between it and the rest are left out. */
  readonly beginning: HistoryRow | null
  /** Changes that are only counted. */
  readonly unlisted: number
  /** The person that the question is after comes first; nobody twice. */
  readonly people: readonly ShownPerson[]
  readonly experts: readonly Expert[]
  /** Quoted where the question may be after them. */
  readonly reasons: readonly Reason[]
  readonly origins: readonly RecordedText[]
  readonly callers: readonly CallerRow[]
  readonly tests: readonly CallerRow[]
  readonly indirect: readonly ImpactRow[]
  readonly weak: readonly CallerRow[]
  /** Calls come before history. */
  readonly callsFirst: boolean
}

const MOST_CHANGES = 6
const MOST_EXPERTS = 3
/** Of a change; a branch of many contributors has no author that one could ask. */
const MOST_AUTHORS = 3
const SIDE_CALLERS = 5
const MOST_CALLERS = 25
const MOST_INDIRECT = 5
const MOST_TESTS = 5
const MOST_WEAK = 15
const ABOUT_CALLS: readonly Intent[] = ['callers', 'impact', 'unused', 'weak', 'callees', 'path-between']

export function showCode(findings: CodeFindings, intents: readonly Intent[]): ShownCode {
  const { changes } = findings.history
  const callsFirst = intents.some((intent) => ABOUT_CALLS.includes(intent))
  const { listed, beginning } = callsFirst ? { listed: changes.slice(0, 1), beginning: null } : listChanges(changes)
  const [lead = null, ...earlier] = listed
  const experts = findings.experts.slice(0, MOST_EXPERTS)
  const { calls } = findings
  return {
    lead,
    earlier,
    beginning,
    unlisted: changes.length - listed.length,
    people: withoutRepeats(peopleFor(intents, lead, experts)),
    experts,
    reasons: wantsReasons(intents) && lead ? findings.reasons.filter(isShown(listed)) : [],
    origins: intents.includes('opener') ? findings.origins : [],
    callers: calls?.own.slice(0, callsFirst ? MOST_CALLERS : SIDE_CALLERS) ?? [],
    tests: calls?.tests.slice(0, callsFirst ? MOST_TESTS : 0) ?? [],
    indirect: [...findings.indirect]
      .sort((a, b) => Number(a.test) - Number(b.test) || a.depth - b.depth)
      .slice(0, MOST_INDIRECT),
    weak: intents.includes('weak') ? (calls?.weak.slice(0, MOST_WEAK) ?? []) : [],
    callsFirst,
  }
}

/** The first ones; of a longer list the change that added the code takes the last place: what it is there for. */
function listChanges(changes: readonly HistoryRow[]) {
  const beginning = changes.findLast(({ did }) => did === 'added') ?? null
  const first = changes.slice(0, MOST_CHANGES)
  if (changes.length <= MOST_CHANGES || beginning === null || first.includes(beginning))
    return { listed: first, beginning: null }
  return { listed: [...first.slice(0, -1), beginning], beginning }
}

/** Why, and every question that asks for nothing in particular. */
const wantsReasons = (intents: readonly Intent[]) =>
  intents.length === 0 || intents.some((intent) => intent === 'why' || intent === 'which-issue' || intent === 'impact')

/** Of a change that is shown, or a remark on the code itself. */
const isShown = (listed: readonly HistoryRow[]) => (reason: Reason) =>
  reason.text.kind === 'comment' || listed.some(({ ref }) => ref === reason.text.change)

function peopleFor(intents: readonly Intent[], lead: HistoryRow | null, experts: readonly Expert[]): ShownPerson[] {
  const as = (role: ShownPerson['role']) => (person: PersonRow) => ({ person, role })
  const authors = shownAuthors(lead).map(as('author'))
  const known = experts.map(({ person }) => person).map(as('expert'))
  const reviewers = (lead?.reviewers ?? []).map(as('reviewer'))
  const mergers = withoutBots(lead?.mergers ?? []).map(as('merger'))
  if (intents.includes('reviewer')) return [...reviewers, ...mergers, ...authors]
  if (intents.includes('merger')) return [...mergers, ...authors]
  if (intents.includes('expert')) return [...known, ...authors]
  return [...authors, ...known]
}

function withoutRepeats(people: readonly ShownPerson[]): ShownPerson[] {
  const seen = new Set<string>()
  return people.filter(({ person }) => !seen.has(person.ref) && seen.add(person.ref))
}

/** Who a change is said to be by: assistants that helped are left out where people are named. */
export const shownAuthors = (change: Pick<HistoryRow, 'authors'> | null): readonly PersonRow[] =>
  withoutBots(change?.authors ?? []).slice(0, MOST_AUTHORS)

export function withoutBots<P extends PersonRow>(people: readonly P[]): readonly P[] {
  const human = people.filter(({ bot }) => !bot)
  return human.length > 0 ? human : people
}
