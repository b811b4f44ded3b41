/** Values of literals, so that two spellings of one value become one text. */

/** `0x10` and `16`, `1_000` and `1e3` are one number; a big integer is another. */
export function numberValue(text: string): string {
  const plain = text.replaceAll('_', '').toLowerCase()
  if (/^0\d/.test(plain)) return plain
  return plain.endsWith('n') ? `${BigInt(plain.slice(0, -1))}n` : String(Number(plain))
}

const escapes = /\\(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|([0-3]?[0-7]{1,2})|(\r\n|[\s\S]))/g
const simpleEscapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\n': '',
  '\r\n': '',
  '\u2028': '',
  '\u2029': '',
}

/** The value between a string's quotes. */
export function stringValue(text: string): string {
  const inner = text.slice(1, -1)
  if (!inner.includes('\\')) return inner
  return inner.replace(escapes, (whole, point, short, byte, octal, single) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
    const code = Number.parseInt(point ?? short ?? byte ?? '', 16)
    if (single !== undefined) return simpleEscapes[single] ?? single
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
  })
}

/** JSX drops line breaks and the blanks around them. */
export function jsxText(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split(/\r?\n/)
  return lines
    .map((line, i) => (i > 0 ? line.trimStart() : line))
    .map((line, i) => (i < lines.length - 1 ? line.trimEnd() : line))
    .filter((line) => line !== '')
    .join(' ')
}
