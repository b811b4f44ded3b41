/**
 * The one way from a person's words to the full-text index. RediSearch has an operator for nearly every punctuation mark, so
 * none gets through: what remains are words of letters and digits, and those need no escaping.
 */

export interface TextSearch {
  /** Names as they were written, `Flask.make_response` or `__init__`, in order: look these up exactly, and list them first. */
  readonly identifiers: readonly string[]
  /** Query for `db.idx.fulltext.queryNodes`: any of the words. Null when only an exact look-up makes sense (`__`). */
  readonly query: string | null
}

const MAX_WORDS = 24
const MAX_WORD_LENGTH = 64

/** Words that say nothing about code when they stand alone. */
const STOP_WORDS = new Set(
  `a about all also am an and any are as at be been but by can could did do does for from had has have he her his how i if in into
  is it its me my no not of on or our she should so some than that the their them then there these they this those to us was we
  were what when where which who whom whose why will with would you your`.split(/\s+/),
)

/** Null when the text holds nothing that could be searched for, only punctuation and stop words: ask for a name then. */
export function textSearch(text: string): TextSearch | null {
  const tokens = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}_]+(?:\.[\p{L}\p{M}\p{N}_]+)*/gu) ?? []
  const telling = tokens.filter((token) => /[\p{L}\p{N}]/u.test(token) && !STOP_WORDS.has(token.toLowerCase()))
  if (telling.length === 0) return null
  const words = [...new Set(telling.flatMap(splitName))].slice(0, MAX_WORDS)
  return { identifiers: [...new Set(telling)].slice(0, MAX_WORDS), query: words.length === 0 ? null : words.join('|') }
}

/** `getHTTPResponse_v2` → get, http, response, v2. */
function splitName(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && word.length <= MAX_WORD_LENGTH)
}
