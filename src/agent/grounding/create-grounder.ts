/**
 * Lets text of a model stand only with references to the evidence of its answer. Links come from the evidence alone: what is
 * verified carries its number, `[n]`; what is not is replaced by words that refer to nothing.
 */
import type { AnswerLanguage } from '../question/read-question.ts'
import { findReferences, type Reference } from './find-references.ts'
import type { KnownReferences } from './known-references.ts'
import { splitSentences } from './split-sentences.ts'
import { GROUNDING_WORDS } from './words.ts'

export interface Grounder {
  /** One block of Markdown: a paragraph, a list, a whole fence. Blocks come in order; numbers are given as they are cited. */
  ground(block: string): string
  /** Number of a node that the program itself cites behind the text. */
  numberOf(key: string): number
  /** Keys of the evidence by their number in the text: the first is `[1]`. */
  cited(): readonly string[]
  /** What was taken out. */
  removed(): readonly Removed[]
}

export interface Removed {
  readonly kind: Reference['kind']
  readonly text: string
}

/** A sentence while it is put together. */
interface Sentence {
  /** Keys that it cites in so many words. */
  readonly cites: ReadonlySet<string>
  readonly shown: Set<string>
  kept: number
  lost: number
}

const FENCE = /^\s*(```|~~~)/
const LEAD = /^(\s*(?:(?:>\s?)+|[-*+]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)*)(.*)$/s
/** Python's own decorators, and names with a dot, a call or an underscore, are code. */
const DECORATOR =
  /^@(?:property|staticmethod|classmethod|override|dataclass|cached|overload|final|abstractmethod|wraps|contextmanager)\b|^@\w+[._(]/

export function createGrounder(known: KnownReferences, language: AnswerLanguage): Grounder {
  const words = GROUNDING_WORDS[language]
  const numbers = new Map<string, number>()
  const removed: Removed[] = []

  const numberOf = (key: string) => {
    const number = numbers.get(key) ?? numbers.size + 1
    numbers.set(key, number)
    return number
  }

  function ground(block: string): string {
    let inFence = false
    const lines = block.split('\n').map((line) => {
      if (FENCE.test(line)) {
        inFence = !inFence
        return line
      }
      if (inFence) return groundCodeLine(line)
      // A definition of a link that is used elsewhere.
      if (/^\s{0,3}\[[^\]]+\]:\s*\S+/.test(line)) return null
      return groundLine(line)
    })
    const text = lines.filter((line) => line !== null).join('\n')
    return inFence ? `${text}\n\`\`\`` : text
  }

  function groundLine(line: string): string {
    const [, lead = '', content = ''] = LEAD.exec(line) ?? []
    return lead + splitSentences(content).map(groundSentence).join('')
  }

  function groundSentence(text: string): string {
    const cites = new Set<string>()
    for (const { reference } of findReferences(text)) {
      for (const ref of reference.kind === 'citation' ? reference.refs : []) {
        const key = known.byRef(ref)
        if (key !== null) cites.add(key)
      }
    }
    const sentence: Sentence = { cites, shown: new Set(), kept: 0, lost: 0 }
    const grounded = groundInline(text, sentence)
    return sentence.lost > 0 && sentence.kept === 0 ? mark(grounded) : grounded
  }

  function mark(sentence: string): string {
    const [, body = '', end = ''] = /^(.*?)(\s*\|?\s*)$/s.exec(sentence) ?? []
    return `${body}${/[。！？]$/.test(body) ? '' : ' '}${words.unsupported}${end}`
  }

  function groundInline(text: string, sentence: Sentence): string {
    let out = ''
    let from = 0
    for (const { start, end, reference } of findReferences(text)) {
      out += text.slice(from, start)
      from = end
      const written = write(reference, text.slice(start, end), sentence)
      out = written === '' ? out.replace(/[ \t]+$/, '') : out + written
    }
    return out + text.slice(from)
  }

  function write(reference: Reference, raw: string, sentence: Sentence): string {
    switch (reference.kind) {
      case 'citation':
        return writeCitation(reference.refs, sentence)
      case 'number': {
        const { repository, number, word } = reference
        const found = repository === null || known.isOwnRepository(repository) ? known.byNumber(number) : null
        if (!found) return lose('number', raw, unverifiedNumber(word), sentence)
        return keep(rightWord(raw, word, found.kind, number), found.key, sentence)
      }
      case 'login': {
        const key = known.byLogin(reference.login)
        if (key !== null) return keep(raw, key, sentence)
        return reference.isCode ? reference.login : lose('login', raw, words.person, sentence)
      }
      case 'sha': {
        const key = known.bySha(reference.sha)
        return key === null ? lose('sha', raw, words.commit, sentence) : keep(raw, key, sentence)
      }
      case 'path':
        return writePath(reference, raw, sentence)
      case 'url': {
        const key = known.byUrl(reference.url)
        if (key === null) return lose('url', raw, words.link, sentence)
        sentence.kept += 1
        return cite(key)
      }
      case 'link':
        return writeLink(reference, sentence)
      case 'code':
        return writeCode(reference, raw, sentence)
      case 'address':
        return lose('address', raw, words.address, sentence)
      case 'ping':
        removed.push({ kind: 'ping', text: raw })
        return reference.plain
      case 'markup':
        removed.push({ kind: 'markup', text: raw })
        return ''
    }
  }

  function writeCitation(refs: readonly number[], sentence: Sentence): string {
    const keys = refs.map(known.byRef)
    const found = [...new Set(keys.filter((key) => key !== null))]
    sentence.kept += found.length
    if (keys.length === 0 || found.length === 0) sentence.lost += 1
    for (const [at, key] of keys.entries()) if (key === null) removed.push({ kind: 'citation', text: `[${refs[at]}]` })
    return found.map(cite).join('')
  }

  function writePath(reference: Extract<Reference, { kind: 'path' }>, raw: string, sentence: Sentence): string {
    const { path, first, last } = reference
    const keys = known.byPath(path)
    const [key] = keys
    if (key === undefined) return isProse(path, known) ? raw : lose('path', raw, words.file, sentence)
    const isThere = first === null || known.hasLines(path, first, last ?? first)
    if (!isThere) removed.push({ kind: 'path', text: raw })
    const shown = isThere ? raw : raw.replace(/(?::|#L)\d+(?:[-–]L?\d+)?$/, '')
    const cited = keys.find((each) => sentence.cites.has(each) || sentence.shown.has(each))
    return keep(shown, cited ?? key, sentence)
  }

  function writeLink({ text, url }: Extract<Reference, { kind: 'link' }>, sentence: Sentence): string {
    const before = { kept: sentence.kept, lost: sentence.lost }
    const shown = groundInline(text, sentence)
    if (sentence.kept > before.kept) return shown
    const key = known.byUrl(url)
    if (key !== null && sentence.lost === before.lost) return keep(shown, key, sentence)
    removed.push({ kind: 'link', text: url })
    sentence.lost += 1
    return shown
  }

  /** Code keeps its back-ticks and its number stands behind them. */
  function writeCode({ ticks, inside }: Extract<Reference, { kind: 'code' }>, raw: string, sentence: Sentence): string {
    const found = findReferences(inside)
    if (found.length === 0) return raw
    let out = ''
    let from = 0
    let behind = ''
    for (const { start, end, reference } of found) {
      const own = inside.slice(start, end)
      const isWhole = own === inside.trim()
      out += inside.slice(from, start)
      from = end
      // An index or a list: `items[0]`.
      if (reference.kind === 'citation' || reference.kind === 'code') out += own
      else if (reference.kind === 'login' && known.byLogin(reference.login) === null)
        out += DECORATOR.test(inside.slice(start)) ? own : reference.login
      else if (reference.kind === 'path' && !isWhole && isProse(reference.path, known)) out += own
      else {
        const lost = sentence.lost
        const written = write(reference, own, sentence)
        if (sentence.lost > lost) {
          if (isWhole) return written
          out += '…'
        } else {
          const [, shown = '', citation = ''] = /^(.*?)((?:\s?\[\d+\])*)$/s.exec(written) ?? []
          out += shown
          behind += citation
        }
      }
    }
    return `${ticks}${out}${inside.slice(from)}${ticks}${behind}`
  }

  /** Code in a fence is nobody's claim; only what could be followed or would call people goes. */
  function groundCodeLine(line: string): string {
    let out = ''
    let from = 0
    for (const { start, end, reference } of findReferences(line)) {
      out += line.slice(from, start) + codeReference(reference, line.slice(start, end))
      from = end
    }
    return out + line.slice(from)
  }

  function codeReference(reference: Reference, raw: string): string {
    const isKnown =
      (reference.kind === 'number' && known.byNumber(reference.number) !== null) ||
      (reference.kind === 'sha' && known.bySha(reference.sha) !== null) ||
      (reference.kind === 'path' && (known.byPath(reference.path).length > 0 || isProse(reference.path, known)))
    if (isKnown || reference.kind === 'citation' || reference.kind === 'login') return raw
    if (reference.kind === 'code') return `\`${groundCodeLine(reference.inside)}\``
    removed.push({ kind: reference.kind, text: raw })
    if (reference.kind === 'ping') return reference.plain
    return '…'
  }

  const cite = (key: string) => `[${numberOf(key)}]`

  function keep(text: string, key: string, sentence: Sentence): string {
    sentence.kept += 1
    if (sentence.cites.has(key) || sentence.shown.has(key)) return text
    sentence.shown.add(key)
    return `${text} ${cite(key)}`
  }

  function lose(kind: Reference['kind'], raw: string, instead: string, sentence: Sentence): string {
    removed.push({ kind, text: raw })
    sentence.lost += 1
    return instead
  }

  function unverifiedNumber(word: string): string {
    if (word === '') return words.reference
    return isIssueWord(word) ? words.issue : words.pullRequest
  }

  return { ground, numberOf, cited: () => [...numbers.keys()], removed: () => removed }
}

const isIssueWord = (word: string) => /^(?:issue|bug|ticket|问题|议题|工单)/i.test(word)

/** A number has one meaning in a repository; the word before it is put right. */
function rightWord(raw: string, word: string, kind: 'pull_request' | 'issue', number: number): string {
  if (word === '' || /s$/i.test(word)) return raw
  return isIssueWord(word) === (kind === 'issue') ? raw : `${kind === 'issue' ? 'issue' : 'PR'} #${number}`
}

/** `and/or`, `text/html`: slashes without an ending or a folder of this repository are words. */
function isProse(path: string, known: KnownReferences): boolean {
  if (/\.\w+$/.test(path) || path.endsWith('/')) return false
  const root = path.split('/')[0] ?? ''
  return (
    !/^(?:src|lib|libs|tests?|docs?|scripts?|packages?|examples?|app|cmd|internal)$/.test(root) &&
    !known.isOwnFolder(root)
  )
}
