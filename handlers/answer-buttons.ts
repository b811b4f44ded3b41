/** What can be done with an answer, as buttons. */
import type { Answer } from '../src/agent/answer.ts'
import type { IncomingMessage, Reply, ReplyButton } from '../src/chat.ts'

const LABELS = {
  en: {
    path: 'Show path',
    share: 'Share with the channel',
    stillTrue: 'Still true',
    retire: 'Retire',
    askAgain: 'Ask again',
  },
  zh: { path: '显示路径图', share: '分享到频道', stillTrue: '仍然成立', retire: '不再成立', askAgain: '重新提问' },
} as const

const OUTDATED = new Set(['stale', 'gone', 'weakened'])
/** Three buttons each; more facts than this are settled by `facts stale`. */
const MOST_FACTS = 2
/** Of a verb and its text together, as the port says. */
const LONGEST_COMMAND = 80
/** Platforms cut longer ones. */
const LONGEST_LABEL = 60

export function answerButtons(answer: Answer, asked: IncomingMessage, language: Reply['language']): ReplyButton[] {
  const label = LABELS[language]
  const { episode } = answer
  if (episode === '') return []
  return [
    ...answer.candidates.map((candidate, index) =>
      button(shortName(candidate.qualified_name ?? candidate.path, candidate.path), 'choose', `${index} ${episode}`),
    ),
    ...factButtons(answer, label),
    ...(answer.path.length > 0 ? [button(label.path, 'path', episode)] : []),
    ...(asked.audience === 'author' ? [button(label.share, 'share', episode)] : []),
  ]
}

function factButtons({ facts, repository }: Answer, label: (typeof LABELS)[Reply['language']]): ReplyButton[] {
  const outdated = facts.filter(({ status }) => OUTDATED.has(status)).slice(0, MOST_FACTS)
  return outdated.flatMap(({ id, text }) => {
    const which = outdated.length > 1 ? ` (${text})` : ''
    const verbs = [
      [label.stillTrue, 'still-true', 'primary'],
      [label.retire, 'retire', 'plain'],
      [label.askAgain, 'ask-again', 'plain'],
    ] as const
    return verbs.map(([name, verb, style]) => button(`${name}${which}`, verb, `${id} repo:${repository}`, style))
  })
}

/** Longer commands do without their repository: the channel's own is meant then. */
function button(label: string, verb: string, text: string, style: ReplyButton['style'] = 'plain'): ReplyButton {
  const fits = verb.length + 1 + text.length <= LONGEST_COMMAND
  return { label: cut(label), verb, text: fits ? text : text.replace(/ repo:\S+$/, ''), style }
}

const cut = (label: string) => (label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label)

/** The end of a path tells files apart, the beginning rarely does. */
const shortName = (name: string, path: string) => {
  const place = name === path ? '' : ` · ${path.split('/').slice(-2).join('/')}`
  return `${name}${place}`
}
