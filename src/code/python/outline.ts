import type { Outline } from '../language.ts'
import { scanDefinitions } from './definitions.ts'
import type { Fingerprinter } from './fingerprint.ts'
import { readSignature } from './signature.ts'

/** Outline of one version of a file. Signatures and fingerprints are worked out when asked for; there is no tree to keep. */
export function createOutline(source: string, fingerprinter: Fingerprinter): Outline {
  const entries = scanDefinitions(source)
  return { entries, innermostFunction, signature, fingerprint, dispose: () => {} }

  /** Definitions nest, so whatever holds the line encloses the last one that begins at or before it. */
  function innermostFunction(line: number): number | null {
    let index: number | null = lastBeginningBy(line)
    while (index !== null) {
      const entry = entries[index]
      if (entry === undefined) return null
      if (entry.kind === 'function' && line <= entry.endLine) return index
      index = entry.parent
    }
    return null
  }

  function lastBeginningBy(line: number): number | null {
    let low = 0
    let high = entries.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((entries[middle]?.startLine ?? 0) <= line) low = middle + 1
      else high = middle
    }
    return low === 0 ? null : low - 1
  }

  function signature(index: number): string {
    return readSignature(source, entryAt(index).header)
  }

  function fingerprint(index: number): string {
    return fingerprinter.ofDefinition(source, entryAt(index)).value
  }

  function entryAt(index: number) {
    const entry = entries[index]
    if (entry === undefined) throw new RangeError(`the outline has ${entries.length} entries, not one at ${index}`)
    return entry
  }
}
