/** A digest as the reply that every platform renders. Pure. */
import type { Reply, ReplyButton } from '../chat.ts'
import { wordInstant } from '../jobs/daily.ts'
import { plain } from '../plain-text.ts'
import type { Digest, DigestFact, DigestPerson, DigestPull, DigestQuestion } from './digest.ts'

const LONGEST_FACT = 300
const LONGEST_QUESTION = 200
const MOST_TOUCHED = 3
/** A message takes 25 buttons, and each fact has three. */
const MOST_WITH_BUTTONS = 8
/** A button carries this much, its verb included. */
const BUTTON_CHARACTERS = 80

export function digestToReply(digest: Digest): Reply {
  const { repository, from, zone, person, facts, pulls, other_pulls, questions, more } = digest
  const parts = [
    `**${repository}**: what is new ${person === null ? '' : `around the code of ${plain(person)} `}since ${wordInstant(from, zone)}`,
    section(
      facts.length === 1 ? 'A fact needs another look' : 'Facts that need another look',
      facts.map((fact, index) => `${index + 1}. ${wordFact(fact)}${person === null ? '' : ` (\`${fact.id}\`)`}`),
      more.facts > 0 ? `… and ${more.facts} more: \`facts stale\` lists them` : null,
    ),
    person !== null && facts.length > 0
      ? 'Settle them in a channel: `still-true <id>`, `retire <id>`, `ask-again <id>`.'
      : '',
    section('Pull requests', pulls.map(wordPull), other_pulls.length > 0 ? wordOthers(other_pulls, more.pulls) : null),
    section(
      'Questions that found no answer',
      questions.map(wordQuestion),
      more.questions > 0 ? `- … and ${more.questions} more` : null,
    ),
  ]
  return {
    text: parts.filter((part) => part !== '').join('\n\n'),
    language: 'en',
    path: [],
    sources: [],
    note: null,
    // A direct message may be in a workspace of its own, where nobody knows the fact.
    buttons: (person === null ? facts : [])
      .map((fact, index) => ({ fact, suffix: facts.length === 1 ? '' : ` (${index + 1})` }))
      .filter(({ fact }) => fact.settled === null)
      .slice(0, MOST_WITH_BUTTONS)
      .flatMap(({ fact, suffix }) => factButtons(fact, suffix, repository)),
  }
}

const section = (title: string, lines: readonly string[], rest: string | null) =>
  lines.length === 0 ? '' : [`**${title}**`, ...lines, ...(rest === null ? [] : [rest])].join('\n')

const SETTLED = {
  'still-true': '✅ Still true',
  retired: '⚪ Retired',
  replaced: '⚪ Replaced',
  forgotten: '⚪ Forgotten',
} as const

function wordFact({ text, about, status, cause, changed_callees, settled }: DigestFact): string {
  const claim = `“${plain(text, LONGEST_FACT)}” on ${about.map((name) => `\`${name}\``).join(', ')}`
  if (settled !== null) return `${SETTLED[settled]}: ${claim}`
  const change = cause === null ? '' : ` ${linked(cause.label, cause.url)}${titled(cause.title)}`
  switch (status) {
    case 'gone':
      return `🟠 **Gone: the code no longer exists**${cause === null ? '' : `, see${change}`}: ${claim}`
    case 'weakened':
      return `🟡 **Weakened: ${changed_callees.map((name) => `\`${name}\``).join(', ')}, which it calls, changed**: ${claim}`
    default:
      return `🟠 **Stale: code changed**${cause === null ? '' : ` in${change}`}: ${claim}`
  }
}

function factButtons({ id }: DigestFact, suffix: string, repository: string): ReplyButton[] {
  const text = `${id} repo:${repository}`
  const button = (label: string, verb: string, style: ReplyButton['style']): ReplyButton => ({
    label: `${label}${suffix}`,
    verb,
    text: verb.length + text.length <= BUTTON_CHARACTERS ? text : id,
    style,
  })
  return [
    button('Still true', 'still-true', 'primary'),
    button('Retire', 'retire', 'danger'),
    button('Ask again', 'ask-again', 'plain'),
  ]
}

const VERDICTS: Readonly<Record<string, string>> = {
  approved: 'approved by',
  changes_requested: 'changes requested by',
  commented: 'commented on by',
  dismissed: 'a dismissed review by',
}

function wordPull({ number, title, url, authors, reviews, merged, merged_by, check, touches }: DigestPull): string {
  const by = authors.length === 0 ? '' : ` by ${people(authors)}`
  const verdicts = [...new Set(reviews.map(({ state }) => state.toLowerCase()))].map((state) => {
    const reviewers = reviews.filter((review) => review.state.toLowerCase() === state).map((review) => review.by)
    return `${VERDICTS[state] ?? 'reviewed by'} ${people(reviewers)}`
  })
  const what = [
    ...verdicts,
    ...(check === null ? [] : [wordCheck(check)]),
    ...(merged ? [`merged${merged_by === null ? '' : ` by ${people([merged_by])}`}`] : []),
  ]
  const yours = touches.slice(0, MOST_TOUCHED).map((name) => `\`${name}\``)
  const rest = touches.length > MOST_TOUCHED ? ` and ${touches.length - MOST_TOUCHED} more` : ''
  const touching = yours.length === 0 ? '' : ` (changes ${yours.join(', ')}${rest})`
  return `- ${linked(`#${number}`, url)}${titled(title)}${by}: ${what.join(', ')}${touching}`
}

function wordCheck({ findings, gravest }: NonNullable<DigestPull['check']>): string {
  if (gravest === null) return 'my review found nothing'
  const more = findings > 1 ? ` and ${findings - 1} more` : ''
  return `my review found ${linked(`“${plain(gravest.title)}”`, gravest.url)}${more}`
}

function wordOthers(others: Digest['other_pulls'], more: number): string {
  const numbers = others.map(({ number, url }) => linked(`#${number}`, url))
  return `- and ${[...numbers, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`
}

function wordQuestion({ text, asker, knower }: DigestQuestion): string {
  const who = asker === null ? '' : ` (${plain(asker)})`
  const ask = knower === null ? '' : `: ${people([knower.person])} may know, who ${knower.reason}`
  return `- “${plain(text, LONGEST_QUESTION)}”${who}${ask}`
}

const people = (some: readonly DigestPerson[]) => some.map(({ name, url }) => linked(plain(name), url)).join(', ')
const linked = (label: string, url: string | null) => (url === null ? label : `[${label}](${url})`)
const titled = (title: string) => (title === '' ? '' : ` “${plain(title)}”`)
