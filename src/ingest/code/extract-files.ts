import { decodeSource } from '../../code/decode-source.ts'
import type { FileFacts } from '../../code/facts.ts'
import { languages } from '../../code/languages.ts'

export interface ExtractInput {
  readonly language: string
  readonly files: readonly { readonly oid: string; readonly content: Uint8Array }[]
}

/** What is known of one blob; JSON of it lies in the cache. `facts` is null where `skipped` says why. */
export interface BlobFacts {
  readonly encoding: string | null
  readonly skipped: string | null
  readonly facts: FileFacts | null
}

export interface ExtractOutput {
  /** `json` is a `BlobFacts`: text crosses threads faster than objects do, and is what the cache stores. */
  readonly files: readonly { readonly oid: string; readonly json: string }[]
}

/** Reads one blob after the other; a blob that defeats the parser is skipped with the reason and harms no other. */
export async function extractFiles(input: ExtractInput): Promise<ExtractOutput> {
  const language = languages.find((each) => each.name === input.language)
  if (!language) throw new Error(`no extractor for ${input.language}`)
  if (input.files.length === 0) return { files: [] }
  const parser = await language.load()
  const read = (content: Uint8Array): BlobFacts => {
    const source = decodeSource(content)
    if (source.text === null) return { encoding: null, skipped: source.reason, facts: null }
    try {
      return { encoding: source.encoding, skipped: null, facts: parser.extract(source.text) }
    } catch (error) {
      return { encoding: source.encoding, skipped: `not parsed: ${(error as Error).message}`, facts: null }
    }
  }
  return { files: input.files.map(({ oid, content }) => ({ oid, json: JSON.stringify(read(content)) })) }
}
