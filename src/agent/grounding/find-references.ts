/** Everything in a line of Markdown that looks like a reference, whether or not it means something. */

export type Reference =
  | { readonly kind: 'link'; readonly text: string; readonly url: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'citation'; readonly refs: readonly number[] }
  | { readonly kind: 'number'; readonly word: string; readonly repository: string | null; readonly number: number }
  /** `@app.route(…)` is more likely a decorator. */
  | { readonly kind: 'login'; readonly login: string; readonly isCode: boolean }
  | { readonly kind: 'address' }
  /** Speaks to people on a chat platform, whoever they are. */
  | { readonly kind: 'ping'; readonly plain: string }
  | { readonly kind: 'sha'; readonly word: string; readonly sha: string }
  | { readonly kind: 'path'; readonly path: string; readonly first: number | null; readonly last: number | null }
  /** Text between back-ticks, with its own references. */
  | { readonly kind: 'code'; readonly ticks: string; readonly inside: string }
  | { readonly kind: 'markup' }

export interface FoundReference {
  readonly start: number
  readonly end: number
  readonly reference: Reference
}

const WORD =
  '(?:pull[ -]requests?|merge[ -]requests?|prs?|mrs?|issues?|bugs?|tickets?|拉取请求|合并请求|问题单?|议题|工单)'
const REPOSITORY = String.raw`[\w.-]+/[\w.-]+`
const EXTENSION =
  '(?:pyi?|pyx|ipynb|tsx?|jsx?|mjs|cjs|go|rs|java|kt|rb|php|swift|scala|cpp|hpp|cs|sql|proto|cfg|ini|toml|md|mdx|rst|txt|ya?ml|json|lock|html|css|sh)'
const TOP_DOMAIN = '(?:com|org|net|example|ru|cn|xyz|info|gg|ly|top)'
const PATH_DOMAIN = '(?:io|dev|ai|co|app|me|sh|to)'

type Read = (match: RegExpExecArray) => Reference | null

/** In order of precedence: the first that matches at a place is what stands there. */
const RULES: readonly (readonly [string, Read])[] = [
  [
    '(?<ticks>`+)(?<inside>[^`](?:.*?[^`])?)\\k<ticks>(?!`)',
    ({ groups = {} }) => ({ kind: 'code', ticks: groups.ticks ?? '', inside: groups.inside ?? '' }),
  ],
  [
    String.raw`!?\[(?<text>(?:[^[\]]|\[[^[\]]*\])*)\]\(\s*<?(?<target>(?:[^()\s<>]|\([^()\s]*\))*)>?(?:\s+["'(][^\n]*?["')])?\s*\)`,
    ({ groups = {} }) => ({ kind: 'link', text: groups.text ?? '', url: groups.target ?? '' }),
  ],
  [
    String.raw`!?\[(?=[^\]]*[^\d\s,;^–\]-])(?<label>[^[\]]+)\]\[(?<id>[^[\]]*)\]`,
    ({ groups = {} }) => ({ kind: 'link', text: groups.label ?? '', url: groups.id ?? '' }),
  ],
  [
    String.raw`<(?<auto>[a-z][a-z0-9+.-]*:[^<>|\s]+)(?:\|(?<shown>[^<>]*))?>`,
    ({ groups = {} }) =>
      groups.shown === undefined
        ? { kind: 'url', url: groups.auto ?? '' }
        : { kind: 'link', text: groups.shown, url: groups.auto ?? '' },
  ],
  [String.raw`<(?:@[!&]?|#|!)[\w^|-][^<>\s]*>`, () => ({ kind: 'ping', plain: '' })],
  [
    String.raw`</?(?:a|img|iframe|script|style|svg|form|object|embed|link|meta|details|summary)\b[^<>]*>`,
    () => ({ kind: 'markup' }),
  ],
  [
    String.raw`(?:\b(?:https?|ftp|file|data|javascript|vbscript|slack|discord|vscode|tel|ssh|git):|\bwww\.)[^\s<>"'\x60|）】。，；、！？]+`,
    ({ 0: all }) => ({ kind: 'url', url: withoutPunctuation(all) }),
  ],
  [String.raw`(?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+`, () => ({ kind: 'address' })],
  [
    String.raw`(?<![\w@/.-])(?:[a-z0-9-]+\.)+(?:${TOP_DOMAIN}\b(?:/[^\s<>"'\x60)。，；、！？]*)?|${PATH_DOMAIN}/[^\s<>"'\x60)。，；、！？]+)`,
    ({ 0: all }) => ({ kind: 'url', url: withoutPunctuation(all) }),
  ],
  [
    String.raw`\[(?<refs>\^?\d{1,3}(?:\s*[,;–-]\s*\^?\d{1,3})*)\]|【(?<lenticular>[^】]*)】`,
    ({ groups = {} }) => ({
      kind: 'citation',
      refs: numbersOf(groups.refs ?? /\d+/.exec(groups.lenticular ?? '')?.[0] ?? ''),
    }),
  ],
  [
    String.raw`(?:(?<![A-Za-z])(?<word>${WORD})\s*(?<near>${REPOSITORY})?#|(?<![\w./-])(?<repo>${REPOSITORY})#|(?<![\w&/#])#|(?<![\w-])gh-)(?<number>\d{1,7})(?!\w|\.\d)`,
    readNumber,
  ],
  [
    String.raw`(?<![A-Za-z])(?<word2>${WORD})\s*(?:no\.?\s*|number\s+|№\s*|号\s*)?(?<number2>\d{1,7})(?!\w|\.\d)`,
    readNumber,
  ],
  [
    String.raw`(?<![\w@/])@(?<all>everyone|here|channel|all|team)\b`,
    ({ groups = {} }) => ({ kind: 'ping', plain: groups.all ?? '' }),
  ],
  [
    String.raw`(?<![A-Za-z0-9@/.])@(?<login>[A-Za-z0-9](?:[A-Za-z0-9-]|_(?=[A-Za-z0-9]))*(?:\[bot\])?)(?![A-Za-z0-9])(?=(?<code>[._]?\w|\()?)`,
    ({ groups = {} }) => ({ kind: 'login', login: groups.login ?? '', isCode: groups.code !== undefined }),
  ],
  [
    String.raw`(?<![\w@~-])(?:\.{0,2}/)?(?<path>(?:[\w.+-]+/)*[\w+-][\w.+-]*\.${EXTENSION})(?![\w/]|\.\w)(?:(?::|#L)(?<first>\d+)(?:[-–](?:L)?(?<last>\d+))?)?`,
    readPath,
  ],
  [
    String.raw`(?<![\w@/.~-])(?:\.{0,2}/)?(?<folder>(?:[A-Za-z_.][\w.+-]*/)+(?:[A-Za-z_][\w.+-]*)?)(?![\w/])`,
    ({ groups = {} }) => ({ kind: 'path', path: groups.folder ?? '', first: null, last: null }),
  ],
  [
    String.raw`(?:(?<shaWord>\b(?:commits?|sha|revision|rev|hash)\b|提交)\s*)?(?<![\w.@#/-])(?<sha>[0-9a-f]{7,40})(?![\w-]|\.\d)`,
    ({ groups = {} }) => readSha(groups.shaWord ?? '', groups.sha ?? ''),
  ],
]

const PATTERN = new RegExp(RULES.map(([pattern], at) => `(?<rule${at}>${unnamed(pattern, at)})`).join('|'), 'gi')

/** References in order, not overlapping. `line` has no line break. */
export function findReferences(line: string): FoundReference[] {
  const found: FoundReference[] = []
  PATTERN.lastIndex = 0
  for (let match = PATTERN.exec(line); match; match = PATTERN.exec(line)) {
    const start = match.index
    const at = RULES.findIndex((_, index) => match?.groups?.[`rule${index}`] !== undefined)
    const reference = RULES[at]?.[1](renamed(match, at)) ?? null
    if (reference) {
      // Punctuation behind a bare address belongs to the sentence.
      const length =
        reference.kind === 'url' && match[0].startsWith(reference.url) ? reference.url.length : match[0].length
      found.push({ start, end: start + length, reference })
      PATTERN.lastIndex = start + length
    } else PATTERN.lastIndex = start + 1
  }
  return found
}

/** Group names must differ between the rules of one pattern. */
function unnamed(pattern: string, at: number): string {
  return pattern.replace(/\(\?<([a-z]\w*)>/gi, `(?<$1_${at}>`).replace(/\\k<(\w+)>/g, `\\k<$1_${at}>`)
}

function renamed(match: RegExpExecArray, at: number): RegExpExecArray {
  const suffix = `_${at}`
  const own = Object.entries(match.groups ?? {}).filter(([name, value]) => name.endsWith(suffix) && value !== undefined)
  return Object.assign([match[0]] as unknown as RegExpExecArray, {
    groups: Object.fromEntries(own.map(([name, value]) => [name.slice(0, -suffix.length), value])),
  })
}

const withoutPunctuation = (url: string) =>
  url.replace(url.includes('(') ? /[.,;:!?。，；]+$/ : /[.,;:!?)\]。，；]+$/, '')

const numbersOf = (text: string) => Array.from(text.matchAll(/\d{1,3}/g), ([digits]) => Number(digits)).slice(0, 12)

function readNumber({ groups = {} }: RegExpExecArray): Reference {
  return {
    kind: 'number',
    word: groups.word ?? groups.word2 ?? '',
    repository: groups.repo ?? groups.near ?? null,
    number: Number(groups.number ?? groups.number2),
  }
}

/** `Node.js` is a product, not a file. */
function readPath({ groups = {} }: RegExpExecArray): Reference | null {
  const path = groups.path ?? ''
  if (/^[A-Z][a-z]+\.js$/.test(path)) return null
  const first = groups.first === undefined ? null : Number(groups.first)
  return { kind: 'path', path, first, last: groups.last === undefined ? first : Number(groups.last) }
}

/** A word of the letters a to f is a commit only when it is said to be one; so is a number. */
function readSha(word: string, sha: string): Reference | null {
  const isPlain = /^\d+$/.test(sha) || /^[a-f]+$/i.test(sha)
  return isPlain && word === '' ? null : { kind: 'sha', word, sha }
}
