/**
 * What a sentence claims, made comparable: `the timeout of fetch() is 30 s` and `fetch() times out after thirty seconds` are
 * the same claim, `the timeout of fetch() is 10 s` contradicts both. Numbers and negation matter, filler does not. What is in
 * doubt counts as another claim: two facts side by side do less harm than one that swallowed the other.
 */
import { createHash } from 'node:crypto'
import { readQuantities, VALUE } from './quantities.ts'

export interface Claim {
  /** What it is about besides its anchors; equal for claims that can agree or contradict. */
  readonly topic: string
  /** Its numbers with units, in order; empty when it has none. */
  readonly values: string
  readonly negated: boolean
}

/** `anchors` are the names of what the claim is about: `Client.fetch`. A single one adds nothing to the topic. */
export function readClaim(text: string, anchors: readonly string[]): Claim {
  const { words, values } = readQuantities(plainWords(text))
  const own =
    anchors.length === 1 ? new Set(anchors.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}_]+/u))) : null
  let negated = false
  const topic: string[] = []
  for (const [index, word] of ofTurned(words).entries()) {
    const [base, flips] = OPPOSITES.get(word) ?? [word, NEGATIONS.has(word)]
    if (flips) negated = !negated
    if (NEGATIONS.has(word) || FILLER.has(base) || own?.has(base)) continue
    if (word === VALUE || (LEADS_TO_VALUE.has(base) && words[index + 1] === VALUE)) continue
    topic.push(stem(base))
  }
  return { topic: digest(topic.join(' ')), values: values.join(' '), negated }
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

const WORD = /#\d+|[\p{L}_][\p{L}\p{N}_]*|\d[\d_,]*(?:\.\d+)*|%|\p{Script=Han}/gu

function plainWords(text: string): string[] {
  const lower = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’]/g, "'")
    .replace(/\bcan't\b/g, 'can not')
    .replace(/n't\b/g, ' not')
    .replace(/\bcannot\b/g, 'can not')
    .replace(/\btim(?:e|es|ed|ing) out\b/g, 'timeout')
    .replace(/'s\b/g, '')
    .replace(/(\p{Script=Han})/gu, ' $1 ')
  return lower.match(WORD) ?? []
}

/** `the limit of retries is` as `retries limit is`; only before the verb, since behind it the order tells who does what. */
function ofTurned(words: readonly string[]): string[] {
  const verb = words.findIndex((word) => COPULAS.has(word))
  if (verb === -1) return [...words]
  const parts: string[][] = [[]]
  for (const word of words.slice(0, verb)) {
    if (TURNING.has(word)) parts.push([])
    else parts.at(-1)?.push(word)
  }
  return [...parts.reverse().flat(), ...words.slice(verb)]
}

const set = (words: string) => new Set(words.split(' '))
const COPULAS = set('is are was were equals be')
const TURNING = set('of in for inside within')
const LEADS_TO_VALUE = set('after to at by of within')
const NEGATIONS = set('not no never without neither nor 不 没 未 无 非 别')
const FILLER = set(
  'a an the this that these those there it its of in for inside within is are was were be been being has have had does do did ' +
    'set equal equals value now currently today always and with function method class file module 的 是 了 在 为 着 过 也 都 被 有',
)
/** Words that say the contrary of another one, and that one. */
const OPPOSITES: ReadonlyMap<string, readonly [string, boolean]> = new Map(
  [
    'unsafe safe',
    'false true',
    'disabled enabled',
    'disables enables',
    'forbidden allowed',
    'disallowed allowed',
    'invalid valid',
    'optional required',
    'immutable mutable',
    'impossible possible',
    'insensitive sensitive',
    'unused used',
    'unsupported supported',
    'unordered ordered',
    'asynchronous synchronous',
    'async sync',
  ].map((pair) => {
    const [word = '', base = ''] = pair.split(' ')
    return [word, [base, true]] as const
  }),
)

/** Plural and third person cut off; more would take different words for one. */
function stem(word: string): string {
  if (word.length <= 3 || /[^a-z]/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word
}
