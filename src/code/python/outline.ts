import { innermostFunction } from '../innermost-function.ts'
import type { Outline } from '../language.ts'
import { scanDefinitions } from './definitions.ts'
import type { Fingerprinter } from './fingerprint.ts'
import { readSignature } from './signature.ts'

/** Outline of one version of a file. Signatures and fingerprints are worked out when asked for; there is no tree to keep. */
export function createOutline(source: string, fingerprinter: Fingerprinter): Outline {
  const entries = scanDefinitions(source)
  return {
    entries,
    innermostFunction: (line) => innermostFunction(entries, line),
    signature,
    fingerprint,
    dispose: () => {},
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
