/** Values of Python's literals, so that two spellings of one value become one text. */

/** The spelling-independent text of a number: `0x10` is `16`, `1_0.0` is `float 10`, `1J` is `imaginary 1`. */
export function numberValue(text: string): string {
  const plain = text.replaceAll('_', '').toLowerCase()
  if (/^0[xob]/.test(plain)) return /l$/.test(plain) ? plain : BigInt(plain).toString()
  if (plain.endsWith('j')) return `imaginary ${Number(plain.slice(0, -1))}`
  if (/[.e]/.test(plain)) return `float ${Number(plain)}`
  // Python 2 only: octal numbers with a leading zero, long integers.
  if (/^0+[1-9]|l$/.test(plain)) return plain
  return BigInt(plain).toString()
}

export interface StringForm {
  readonly raw: boolean
  readonly bytes: boolean
  /** An f-string or t-string: `{{` means `{`. */
  readonly formatted: boolean
}

/** Reads the prefix of a string's opening (`rb"`, `F'''`). */
export function stringForm(opening: string): StringForm {
  const prefix = opening.replace(/["'`]+$/, '').toLowerCase()
  return { raw: prefix.includes('r'), bytes: prefix.includes('b'), formatted: /[ft]/.test(prefix) }
}

const simpleEscapes: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
const escapes = /\\(?:([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|N\{([^}]*)\}|([^{}]))|\{\{|\}\}/g

/**
 * The value of the text between a string's quotes. A character named by `\N{…}` stays a name, since Node has no table of names;
 * half a surrogate pair that is spelt as an escape is kept apart from the character that the pair would make.
 */
export function stringValue(text: string, form: StringForm): string {
  const value = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
  if (!value.includes('\\') && !(form.formatted && /[{}]/.test(value))) return value
  return value.replace(escapes, (whole, octal, hex, short, long, name, single) => {
    if (whole === '{{' || whole === '}}') return form.formatted ? whole.charAt(0) : whole
    if (form.raw) return form.formatted ? whole.replace(/\{\{|\}\}/g, (pair) => pair.charAt(0)) : whole
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & (form.bytes ? 0xff : 0x1ff))
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    if (single !== undefined) return simpleEscapes[single] ?? whole
    if (form.bytes) return whole
    if (name !== undefined) return `\uFFFE{${name.toUpperCase()}}`
    return characterOf(Number.parseInt(short ?? long, 16), whole)
  })
}

function characterOf(codePoint: number, spelling: string): string {
  if (codePoint > 0x10_ffff) return spelling
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return `\uFFFE${String.fromCharCode(codePoint)}`
  return String.fromCodePoint(codePoint)
}

/** A docstring as a reader sees it: re-indented, and without blanks at line ends (PEP 257). */
export function docstringValue(value: string): string {
  const lines = value.split('\n').map((line) => expandTabs(line).trimEnd())
  const margins = lines
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.length - line.trimStart().length)
  const margin = Math.min(...margins, Number.MAX_SAFE_INTEGER)
  const [first = '', ...rest] = lines
  return [first.trimStart(), ...rest.map((line) => line.slice(margin))].join('\n').replace(/^\n+|\n+$/g, '')
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line
  let out = ''
  for (const char of line) out += char === '\t' ? ' '.repeat(8 - (out.length % 8)) : char
  return out
}
