/** The text on a function, class or file: the first sentence answers, the rest is what an experienced colleague would add. */

import { isOwnChange } from '../../experts/is-own-change.ts'
import type { CodeFindings, Findings } from '../findings/findings.ts'
import type { ShownCode } from '../findings/show-code.ts'
import type { Intent } from '../question/intents.ts'
import { nameOf } from '../resolve/candidate.ts'
import { changeFacts, dateOf, deedOf, expertFacts } from './change-facts.ts'
import type { Labels } from './labels.ts'
import type { ChangeFacts, Phrases } from './phrases.ts'
import { writeCalls } from './write-calls.ts'
import { writeNoReason, writeOrigins, writeReasons } from './write-reasons.ts'
import { writeReview } from './write-review.ts'

export interface CodeText {
  readonly findings: Findings
  readonly found: CodeFindings
  readonly shown: ShownCode
  readonly labels: Labels
  readonly say: Phrases
}

/** Paragraphs of Markdown. */
export function writeCode(text: CodeText): string[] {
  const { found, shown, findings } = text
  const { intents } = findings.question
  const paragraphs = [
    ...(shown.callsFirst ? writeCalls(text) : []),
    ...(isCallsOnly(intents) ? [] : writeHistory(text)),
    shown.callsFirst || found.members.length === 0 ? '' : members(text),
    shown.callsFirst ? '' : carefulWith(text),
  ].filter((paragraph) => paragraph !== '')
  const [first = '', ...rest] = paragraphs
  return [`${renamed(text)}${first}`, otherNames(text), ...rest]
}

const CALLS: readonly Intent[] = ['callers', 'callees', 'unused', 'weak', 'path-between']
const isCallsOnly = (intents: readonly Intent[]) =>
  intents.some((intent) => CALLS.includes(intent)) &&
  intents.every((intent) => CALLS.includes(intent) || intent === 'where')

/** Where the name in the question is not the name of the subject, that comes first. */
function renamed({ found, labels, say }: CodeText): string {
  const { resolution, subject } = found
  if (resolution.inheritedAs !== null) return `${say.inheritedAs(resolution.inheritedAs, labels.name(subject))} `
  if (resolution.formerName !== null) return `${say.formerName(resolution.formerName, labels.name(subject))} `
  return ''
}

/** What else the question's names could mean, or do not mean. */
function otherNames({ found, labels, say }: CodeText): string {
  const { resolution, subject } = found
  const others = resolution.subjects.slice(1).map(labels.code)
  return [
    ...(others.length > 0 ? [say.sameChange(labels.name(subject), others)] : []),
    ...(resolution.forwarders.length > 0 ? [say.forwarders(resolution.forwarders.map(labels.code))] : []),
    ...(resolution.alsoNamed.length > 0 ? [say.alsoNamed(resolution.alsoNamed.map(labels.code))] : []),
    ...(resolution.unknown.length > 0 ? [say.unknownToo(resolution.unknown)] : []),
    ...(subject.ref.includes('~') ? [say.repeatedDefinition()] : []),
  ].join(' ')
}

function writeHistory(text: CodeText): string[] {
  const { findings, found, shown, labels, say } = text
  const { subject } = found
  const { intents } = findings.question
  const label = labels.code(subject)
  if (findings.repository?.history === 'none') return [say.historyNotIndexed(label)]
  const { lead } = shown
  if (!lead) {
    const nothing = subject.gone ? say.goneUnrecorded(label) : say.nothingRecorded(label)
    const who = !subject.gone && (intents.includes('expert') || wantsExpert(intents)) ? askWhom(text) : ''
    return [`${nothing} ${historyLimits(text)}`.trim(), who]
  }
  const facts = changeFacts(lead, labels, deedOf(lead, subject), lead === found.history.all.find(isOwnChange))
  const sentence = [firstSentence(text, facts, label), ...asides(text)].join(' ')
  const who = intents.includes('expert') || wantsExpert(intents) ? askWhom(text) : ''
  const isWhoFirst = intents.includes('expert') && !intents.includes('why')
  const why = writeReasons(shown.reasons, labels, say)
  const noReason = why === '' && intents.includes('why') ? writeNoReason(lead, labels, say) : ''
  const told = isWhoFirst ? [who, sentence, why] : [sentence, why, who]
  return [...told, noReason, shown.earlier.length > 0 ? earlier(text) : '']
}

/** Why and what-to-mind questions end at a person, even when nobody asked for one. */
const wantsExpert = (intents: readonly Intent[]) =>
  intents.length === 0 || intents.some((intent) => intent === 'why' || intent === 'impact')

function firstSentence({ findings, found, shown, labels, say }: CodeText, facts: ChangeFacts, label: string): string {
  const { intents } = findings.question
  const { lead } = shown
  const change = facts.change
  const has = (intent: Intent) => intents.includes(intent)
  if (found.subject.gone) return say.deletedIn(label, facts)
  if (has('fate')) return `${say.stillThere(label)} ${say.lastChange(labels.bareName(found.subject), facts)}`
  if (has('reviewer') && lead) {
    const merged = lead.mergers.length > 0 ? ` ${say.mergedBy(lead.mergers.map(labels.person), facts.date)}` : ''
    return `${writeReview(lead, labels, say)}${merged} ${say.lastChange(label, facts)}`
  }
  if (has('merger') && lead) {
    const mergers = lead.mergers.map(labels.person)
    const merged = mergers.length > 0 ? say.mergedBy(mergers, facts.date) : say.noMerger(change)
    return `${say.lastChange(label, facts)} ${merged}`
  }
  if (has('opener') && lead) {
    const origins = writeOrigins(shown.origins, labels, say)
    return `${origins === '' ? say.originUnknown(change) : origins} ${say.lastChange(label, facts)}`
  }
  if (has('which-issue')) return facts.issues.length > 0 ? say.fixedIssue(label, facts) : say.noIssue(label, facts)
  if (has('author') && !has('expert')) return say.byAuthor(label, facts)
  if (has('when')) return say.changedWhen(label, facts)
  if (intents.length === 1 && has('where'))
    return `${say.isAt(label, found.subject.signature)} ${say.lastChange(labels.bareName(found.subject), facts)}`
  return found.history.leadByWords ? say.fittingChange(label, facts) : say.lastChange(label, facts)
}

/** Short remarks behind the first sentence. */
function asides({ findings, found, shown, labels, say }: CodeText): string[] {
  const { history, subject } = found
  const remarks: string[] = []
  const newest = history.all.find(isOwnChange)
  if (history.leadByWords && newest) remarks.push(say.newestIs(changeFacts(newest, labels)))
  const oldest = history.all.at(-1)
  if (findings.question.intents.includes('when') && oldest && oldest !== shown.lead) {
    remarks.push(say.firstSeen(changeFacts(oldest, labels)))
  }
  if (history.changes.length > 0 && history.changes.every((row) => row.kind === 'commit'))
    remarks.push(say.noPullRequest(labels.bareName(subject)))
  if (history.moves.length > 0) remarks.push(say.movedOnly(history.moves.length, dateOf(history.moves[0]?.at ?? null)))
  return remarks
}

function askWhom({ found, labels, say, shown }: CodeText): string {
  const [best, ...others] = shown.experts
  const name = labels.bareName(found.subject)
  if (!best) return say.noExpert(name)
  const total = found.history.changes.length
  const facts = (expert: typeof best) => expertFacts(expert, labels, found.expertsOfFile ? 0 : total)
  const first = say.ask(name, facts(best), found.expertsOfFile ? found.subject.path : null)
  return others.length === 0 ? first : `${first} ${say.orAsk(others.map(facts))}`
}

function earlier(text: CodeText): string {
  const { found, shown, labels, say } = text
  const lines = shown.earlier.map((row) => say.changeLine(changeFacts(row, labels, deedOf(row, found.subject))))
  if (shown.unlisted > 0) lines.splice(shown.beginning ? -1 : lines.length, 0, say.moreChanges(shown.unlisted))
  const limits = historyLimits(text)
  return [say.earlierChanges(), ...lines, ...(limits === '' ? [] : ['', limits])].join('\n')
}

function historyLimits({ findings, say }: CodeText): string {
  const history = findings.repository?.history ?? 'all'
  return /^\d+$/.test(history) ? say.historyCut(history) : ''
}

function members({ found, labels, say }: CodeText): string {
  const classes = found.members.filter((row) => row.kind === 'class').length
  const functions = found.members.length - classes
  const named = found.members.slice(0, 8).map((row) => `- ${labels.code(row)}`)
  return [say.defines(labels.code(found.subject), classes, functions), ...named].join('\n')
}

/** For a question that is not about calls: one line of who would notice. */
function carefulWith({ findings, found, shown, labels, say }: CodeText): string {
  const { calls } = found
  if (!calls || isMissing(findings)) return ''
  const sentences: string[] = []
  const names = shown.callers.map((row) => labels.name(row))
  if (names.length > 0) sentences.push(say.calledByLine(names, calls.own.length - names.length))
  if (calls.tests.length > 0) sentences.push(say.testsCover(calls.tests.length, []))
  return sentences.join(' ')
}

export const isMissing = ({ repository }: Findings) =>
  repository !== null && repository.calls_failed_files > 0 && repository.calls_failed_files >= repository.files_parsed

export const shortName = (found: CodeFindings) => nameOf(found.subject)
