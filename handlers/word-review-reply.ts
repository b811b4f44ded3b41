import type { Reply, ReplySource } from '../src/chat.ts'
import { textReply } from '../src/chat.ts'
import type { ReviewDocument, ReviewEvidence } from '../src/review/review-document.ts'

const SHOWN = { findings: 3, history: 5, facts: 3 }
const MARKS = { high: '🔴', medium: '🟠', low: '🟡' } as const

/** A review for a conversation: what a comment on GitHub would leave unfolded, with its sources last. */
export function reviewReply(document: ReviewDocument): Reply {
  const { subject, mapping, functions, findings, history, reviewers, facts, caller_counts, missing, nothing } = document
  const sources: ReplySource[] = []
  const cite = (label: string, url: string | null): string => {
    const known = sources.find((source) => source.label === label && source.url === url)
    if (known) return `[${known.ref}]`
    sources.push({ ref: sources.length + 1, label, url })
    return `[${sources.length}]`
  }
  const citeEvidence = (evidence: ReviewEvidence) => cite(labelOf(evidence), evidence.url)
  const number = subject.number === null ? subject.head.slice(0, 7) : `#${subject.number}`
  const title = subject.title === null ? '' : ` ${plain(subject.title)}`
  const head = `**Review of ${number}${title}** ${cite(number, subject.url)}`
  if (nothing !== null) return { ...textReply(`${head}\n${nothing}`), sources }

  const { direct, tests } = caller_counts
  const lines = [
    head,
    `At \`${subject.head.slice(0, 7)}\`${subject.draft ? ', a draft' : ''}: ${count(functions.length, 'changed function')}, mapped ${mapping.mapped} of ${count(mapping.hunks, 'hunk')}; called from ${count(direct, 'place')} and by ${count(tests, 'test')}.`,
    '',
    ...(findings.length === 0 ? ['No findings.'] : []),
    ...findings.slice(0, SHOWN.findings).map(({ gravity, title: what, text, path, lines: at, url, evidence }) => {
      const place = path !== null && at !== null ? ` ${cite(`${path}:${at.start}`, url)}` : ''
      return `${MARKS[gravity]} **${what}**${place}\n${text} ${evidence.slice(0, 3).map(citeEvidence).join('')}`
    }),
    ...andMore(findings.length - SHOWN.findings, 'finding'),
    ...section(
      'Behind these lines',
      history.slice(0, SHOWN.history).map(({ change, fixes }) => {
        const fixed =
          fixes.length === 0 ? '' : `, fixed ${fixes.map((fix) => `#${fix.number} ${citeEvidence(fix)}`).join(', ')}`
        return `${plain(change.title)} ${citeEvidence(change)}${fixed}`
      }),
    ),
    ...section(
      'Who could review',
      reviewers.map(
        ({ person, reasons, learner, evidence }) =>
          `${plain(person.title)}${learner ? ' (could learn)' : ''}: ${reasons.slice(0, 2).join('; ')} ${evidence.slice(0, 2).map(citeEvidence).join('')}`,
      ),
    ),
    ...section(
      '🟠 Facts that this makes stale',
      facts
        .slice(0, SHOWN.facts)
        .map(({ text, about }) => `${plain(text)} (${about.map((name) => `\`${name}\``).join(', ')})`),
    ),
  ]
  return { ...textReply(lines.join('\n')), sources, note: missing.length === 0 ? null : missing.join(' ') }
}

const labelOf = ({ kind, number, title }: ReviewEvidence) =>
  number === null ? title : kind === 'issue' || kind === 'pull_request' ? `#${number} ${title}` : title

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `**${title}**`, ...lines.map((line) => `- ${line}`)]

const andMore = (more: number, noun: string) => (more > 0 ? [`… and ${count(more, `more ${noun}`)}`] : [])

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Text from outside: it says what it says, and marks nothing up. */
const plain = (text: string) => text.replace(/[*_`[\]<>~|\\]/g, (mark) => `\\${mark}`).replace(/\s+/g, ' ')
