/** What a signature asks of its callers. */

export interface Parameter {
  readonly name: string
  /** How an argument may reach it. */
  readonly by: 'position' | 'name' | 'either'
  readonly optional: boolean
}

export interface Parameters {
  /** In order, without the receiver (`self`, `cls`, `this`). */
  readonly list: readonly Parameter[]
  /** Takes any number of further positional arguments. */
  readonly rest: boolean
  /** Takes any further arguments by name. */
  readonly keywords: boolean
}

/** Reads a one-line signature as `Outline.signature` gives it; null where it has no list of parameters. */
export function readParameters(signature: string, language: string): Parameters | null {
  const open = /^[^([{<]*\(/.exec(signature)?.[0].length ?? generic(signature)
  if (open === null) return null
  const python = language === 'python'
  let list: Parameter[] = []
  let rest = false
  let keywords = false
  for (const [index, piece] of splitTopLevel(signature.slice(open)).entries()) {
    if (piece === '/') list = list.map((parameter) => ({ ...parameter, by: 'position' }))
    else if (piece === '*') rest = true
    else if (piece.startsWith('**')) keywords = true
    else if (piece.startsWith('*') || piece.startsWith('...')) rest = true
    else {
      const name = /^[^\s:=?]+/.exec(piece)?.[0] ?? piece
      const isReceiver = index === 0 && (python ? name === 'self' || name === 'cls' : name === 'this')
      const by = !python ? 'position' : rest ? 'name' : 'either'
      if (!isReceiver) list.push({ name, by, optional: isOptional(piece) })
    }
  }
  // A bare star takes nothing: it only ends what may come by position.
  return { list, rest: rest && !splitTopLevel(signature.slice(open)).includes('*'), keywords }
}

/** Past the type parameters, which may hold brackets of their own: `map<T extends (x: U) => V>(…)`. */
function generic(signature: string): number | null {
  const open = signature.search(/>\(/)
  return open === -1 ? null : open + 2
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** The pieces between commas, up to the bracket that closes the list. */
function splitTopLevel(text: string): string[] {
  const pieces: string[] = []
  const closing: string[] = []
  let piece = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '"' || char === "'" || char === '`') {
      const end = endOfString(text, at)
      piece += text.slice(at, end)
      at = end - 1
      continue
    }
    if (closing.length === 0 && (char === ',' || char === ')')) {
      if (piece.trim() !== '') pieces.push(piece.trim())
      if (char === ')') return pieces
      piece = ''
      continue
    }
    const closes = CLOSING[char]
    if (closes !== undefined) closing.push(closes)
    else if (char === closing.at(-1)) closing.pop()
    piece += char
  }
  return pieces
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[start]) return at + 1
  }
  return text.length
}

/** `x=1`, `x: int = 1`, `x?: number`. */
function isOptional(piece: string): boolean {
  return /^[^\s:=?]+\?/.test(piece) || /(?<![=!<>])=(?![=>])/.test(piece)
}
