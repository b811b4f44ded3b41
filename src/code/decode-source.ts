export type DecodedSource =
  | { readonly text: string; readonly encoding: string }
  | { readonly text: null; readonly reason: 'binary' | 'git-lfs pointer' }

const LFS_POINTER = 'version https://git-lfs.github.com/spec/v1\n'
const CODING_LINE = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/

/**
 * Text of a source file: UTF-8 (a byte order mark is dropped), else what a coding line among the first two lines names
 * (PEP 263, as Emacs and Vim), else latin-1, which keeps every line in its place. A NUL byte means binary, as for git.
 */
export function decodeSource(content: Uint8Array): DecodedSource {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (bytes.includes(0)) return { text: null, reason: 'binary' }
  if (bytes.toString('latin1', 0, LFS_POINTER.length) === LFS_POINTER) return { text: null, reason: 'git-lfs pointer' }
  return decodeAs('utf-8', bytes) ?? decodeAs(namedEncoding(bytes), bytes) ?? decodeLatin1(bytes)
}

function namedEncoding(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 400).split(/\r\n?|\n/, 2)
  return head.map((line) => CODING_LINE.exec(line)?.[1]).find((name) => name !== undefined)
}

function decodeAs(encoding: string | undefined, bytes: Buffer): DecodedSource | null {
  if (encoding === undefined) return null
  // Python's latin-1 is ISO 8859-1; the web's label of that name means windows-1252.
  if (/^(latin[-_]?1|iso[-_]?8859[-_]1|l1)$/i.test(encoding)) return decodeLatin1(bytes)
  try {
    return { text: new TextDecoder(encoding.replaceAll('_', '-'), { fatal: true }).decode(bytes), encoding }
  } catch {
    return null
  }
}

const decodeLatin1 = (bytes: Buffer): DecodedSource => ({ text: bytes.toString('latin1'), encoding: 'latin-1' })
