import { type Intent, readIntents } from './intents.ts'
import { type FoundLink, findLinks, withoutLinks } from './links.ts'
import { findMentions, type Mention } from './mentions.ts'
import { type Frame, findFrames } from './traceback.ts'
import { contentStems, isStopWord } from './words.ts'

export type AnswerLanguage = 'en' | 'zh'

/** A number that stands for a pull request, an issue, or either. */
export interface NumberMention {
  readonly kind: 'pull_request' | 'issue' | 'either'
  readonly number: number
}

/** A question taken apart, before the graph is asked anything. */
export interface Question {
  readonly text: string
  readonly language: AnswerLanguage
  readonly intents: readonly Intent[]
  readonly links: readonly FoundLink[]
  readonly frames: readonly Frame[]
  readonly codeBlocks: readonly string[]
  readonly mentions: readonly Mention[]
  readonly numbers: readonly NumberMention[]
  /** Beginnings of commit ids, at least 7 hexadecimal digits with a digit among them. */
  readonly commits: readonly string[]
  /** Distinct stems of the words that carry meaning, names included. */
  readonly stems: readonly string[]
  /** The words as they were written, for names that are plain English. */
  readonly words: readonly string[]
  /** It says "it", "that function", "there": what was spoken of before. */
  readonly refersBack: boolean
}

const LONGEST_QUESTION = 20_000
const CODE_BLOCK = /```[^\n`]*\n?([\s\S]*?)(?:```|$)/g
const NUMBER =
  /(\bprs?|\bpull[ -]?requests?|\bpull|\bmerge requests?|合并请求|拉取请求|\bissues?|\bbugs?|\btickets?|\b(?:review|approv|merg|open|rais|report|fil|author)ed|\bwrote|问题单?|议题|工单)?\s*(?:#|\bno\.?\s*|号)?\s*(?<![\w.])(\d{1,7})(?![\w.]*\w)/gi
/** Says what is asked, not what it is about. */
const ASKS_FOR_ORIGIN =
  /\bwho (?:first |originally )?(?:opened|reported|filed|raised|proposed|suggested|asked for|brought up)\b/gi
const REFERS_BACK =
  /\b(it|its|this|that|these|those|them|they|there|he|she|him|her|same)\b|(它|这个|那个|这里|那里|这段|该函数|该方法|他|她)/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: the database cannot hold them
const UNUSABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/gu

/** Pure; takes any text. */
export function readQuestion(raw: string): Question {
  const text = raw.slice(0, LONGEST_QUESTION).replace(UNUSABLE, ' ').trim()
  const frames = findFrames(text)
  const codeBlocks = frames.length > 0 ? [] : findCodeBlocks(text)
  const prose = withoutLinks(text.replace(CODE_BLOCK, ' ')).replace(/^[\s>|]*File ".*$/gm, ' ')
  const topic = prose.replace(ASKS_FOR_ORIGIN, ' ')
  const mentions = findMentions(topic)
  return {
    text,
    language: /\p{Script=Han}/u.test(prose) ? 'zh' : 'en',
    intents: readIntents(prose),
    links: findLinks(text),
    frames,
    codeBlocks,
    mentions,
    numbers: findNumbers(prose),
    commits: [...prose.matchAll(/\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/g)]
      .map(([sha]) => sha)
      .filter((sha) => /[a-f]/.test(sha)),
    stems: contentStems(topic),
    words: [...new Set(Array.from(topic.matchAll(/[A-Za-z_]\w*/g), ([word]) => word))].filter(
      (word) => !isStopWord(word),
    ),
    refersBack: REFERS_BACK.test(prose),
  }
}

function findCodeBlocks(text: string): string[] {
  return Array.from(text.matchAll(CODE_BLOCK), ([, inside = '']) => inside).filter((inside) => inside.trim() !== '')
}

/** `#12`, `PR 12`, `issue 12`; a bare number is none. */
function findNumbers(prose: string): NumberMention[] {
  const found: NumberMention[] = []
  for (const match of prose.matchAll(NUMBER)) {
    const word = (match[1] ?? '').toLowerCase()
    const marked = match[0].includes('#')
    const verb = /ed$|wrote/.test(word)
    const kind = word === '' || verb ? 'either' : /^(pr|pull|merge|合并|拉取)/.test(word) ? 'pull_request' : 'issue'
    // "Who merged 5818" means a pull request, "what was merged 2024" a year.
    if (verb && !marked && /^(?:19|20)\d\d$/.test(match[2] ?? '')) continue
    if (word !== '' || marked) found.push({ kind, number: Number(match[2]) })
  }
  return found
}
