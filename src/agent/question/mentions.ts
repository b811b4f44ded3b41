/** What in a sentence names code: in back-ticks, by its look, or by a path. */

export interface Mention {
  /** Without quotes and parentheses: `Flask.make_response`, `src/app.py`. */
  readonly text: string
  /** `code` looks like nothing but code; `word` may be plain English that happens to be a name. */
  readonly kind: 'code' | 'path' | 'word'
  /** 1-based line of `app.py:12`. */
  readonly line: number | null
  readonly quoted: boolean
}

const QUOTED = /`([^`\n]{1,300})`/g
const PATH =
  /(?:[\w.@+-]+\/)+[\w.@+-]*|[\w-]+\.(?:pyi?|pyx|tsx?|jsx?|mjs|cjs|go|rs|java|rb|cfg|toml|md|rst|txt|ya?ml|json)\b/
const TOKEN = new RegExp(
  `(?:${PATH.source})(?:::[\\w.]+)*(?::\\d+)?|[A-Za-z_]\\w*(?:(?:\\.|::)[A-Za-z_]\\w*)*(?:\\(\\))?`,
  'g',
)
const ABBREVIATIONS = new Set(['e.g', 'i.e', 'a.k.a', 'vs', 'etc', 'and/or', 'his/her', 'he/she', 'i/o', 'n/a'])
const LONGEST_NAME = 200

/** Mentions in order of appearance, distinct. `text` is free of code blocks and links. */
export function findMentions(text: string): Mention[] {
  const found = new Map<string, Mention>()
  const add = (mention: Mention | null) => {
    if (!mention || mention.text.length > LONGEST_NAME) return
    const known = found.get(mention.text)
    if (!known || (!known.quoted && mention.quoted)) found.set(mention.text, mention)
  }
  for (const [, inside = ''] of text.matchAll(QUOTED)) add(readQuoted(inside.trim()))
  for (const match of text.replace(QUOTED, ' ').matchAll(TOKEN)) add(readToken(match[0]))
  const order = (mention: Mention) => text.indexOf(mention.text)
  return [...found.values()].sort((a, b) => order(a) - order(b))
}

/** Back-ticks say that it is code, whatever it looks like; a call or a whole signature names the function. */
function readQuoted(inside: string): Mention | null {
  if (/^_*$/.test(inside)) return null
  const called = /^(?:async\s+)?(?:def\s+|class\s+)?([\p{ID_Start}_][\p{ID_Continue}.:]*)\s*(?:\(.*)?:?$/su.exec(
    inside,
  )?.[1]
  if (called !== undefined && !isPath(called)) return named(called, 'code', true)
  const token = readToken(inside)
  return token && { ...token, quoted: true }
}

function readToken(raw: string): Mention | null {
  const [, token = '', line] = /^(.*?)(?::(\d+))?$/s.exec(raw) ?? []
  const bare = token.replace(/\(\)$/, '')
  if (ABBREVIATIONS.has(bare.toLowerCase())) return null
  // A pytest id: the file before `::` adds nothing that the name after it does not have, but it tells names apart.
  if (bare.includes('::')) return named(bare, 'code', false)
  if (isPath(bare)) {
    return {
      text: bare.replace(/^\.\//, ''),
      kind: 'path',
      line: line === undefined ? null : Number(line),
      quoted: false,
    }
  }
  if (!/^[A-Za-z_][\w.]*$/.test(bare)) return null
  return named(bare, looksLikeCode(bare) || token.endsWith('()') ? 'code' : 'word', false)
}

const named = (text: string, kind: Mention['kind'], quoted: boolean): Mention => ({
  text: text.replace(/[.:]+$/, ''),
  kind,
  line: null,
  quoted,
})

const isPath = (text: string) => new RegExp(`^(?:${PATH.source})$`).test(text)

function looksLikeCode(token: string): boolean {
  if (/^_+$/.test(token)) return false
  return /\w_\w|^_\w|\w\.\w|[a-z0-9][A-Z]|[A-Z]{2,}[a-z]{2,}/.test(token)
}
