const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export interface DecodedPath {
  readonly path: string
  readonly decodable: boolean
}

/** A path as text; bytes that are no UTF-8 become replacement characters, and `decodable` says so. */
export function decodePath(bytes: Uint8Array): DecodedPath {
  try {
    return { path: strict.decode(bytes), decodable: true }
  } catch {
    return { path: Buffer.from(bytes).toString('utf8'), decodable: false }
  }
}

/** Text of unknown encoding: UTF-8 where it is that, else latin-1, which every byte sequence is. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}
