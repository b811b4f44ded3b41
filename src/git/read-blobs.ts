import { UpstreamError } from '../errors.ts'
import { streamGit } from './stream-git.ts'

interface Blob {
  readonly oid: string
  readonly content: Buffer | null
}

/**
 * Contents by blob id, in the order asked; null for an id that git does not have or that is no blob. One process, and never
 * more in memory than one blob and what the pipe holds.
 */
export async function* readBlobs(gitDir: string, oids: readonly string[]): AsyncGenerator<Blob> {
  if (oids.length === 0) return
  let next = 0
  /** The start of a header line that the end of a chunk cut off. */
  let header = ''
  let object: { readonly isBlob: boolean; readonly bytes: Buffer } | null = null
  let filled = 0
  for await (const chunk of streamGit(['cat-file', '--batch', '--buffer'], { gitDir, input: oids })) {
    let at = 0
    while (at < chunk.length) {
      if (object === null) {
        const end = chunk.indexOf(10, at)
        header += chunk.toString('latin1', at, end === -1 ? chunk.length : end)
        if (end === -1) break
        at = end + 1
        object = announced(header)
        filled = 0
        header = ''
      }
      if (object !== null) {
        const taken = chunk.copy(object.bytes, filled, at)
        at += taken
        filled += taken
        if (filled < object.bytes.length) break
      }
      yield { oid: oids[next++] ?? '', content: object?.isBlob ? object.bytes.subarray(0, -1) : null }
      object = null
    }
  }
  if (next !== oids.length) throw new UpstreamError('git', `cat-file answered ${next} of ${oids.length} objects`)
}

/** Room for the object that a header line announces, and for the line end that follows it; null when there is none. */
function announced(header: string): { isBlob: boolean; bytes: Buffer } | null {
  const match = /^[0-9a-f]{40} (\w+) (\d+)$/.exec(header)
  return match === null ? null : { isBlob: match[1] === 'blob', bytes: Buffer.allocUnsafe(Number(match[2]) + 1) }
}
