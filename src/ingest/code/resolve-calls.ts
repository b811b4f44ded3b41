import type { FileFacts, Resolution } from '../../code/facts.ts'
import { languages } from '../../code/languages.ts'
import { openFactsCache } from './facts-cache.ts'

export interface ResolveInput {
  readonly language: string
  /** Folder that holds the facts of all blobs named in `files`. */
  readonly cacheDir: string
  readonly files: readonly { readonly path: string; readonly oid: string }[]
}

/** Facts by blob as of the last resolution on this thread, so that the next sync parses those of changed files only. */
const kept = new Map<string, ReadonlyMap<string, FileFacts | null>>()

/** Resolution over the whole repository, on a thread of its own while others map history; the facts come from the disk. */
export function resolveCalls({ language: name, cacheDir, files }: ResolveInput): Resolution {
  const language = languages.find((each) => each.name === name)
  if (!language) throw new Error(`no resolver for ${name}`)
  const id = `${name} ${cacheDir}`
  const known = kept.get(id)
  const cache = openFactsCache(cacheDir, language)
  const byBlob = new Map<string, FileFacts | null>()
  const byPath = new Map<string, FileFacts>()
  for (const { path, oid } of files) {
    const facts = byBlob.get(oid) ?? known?.get(oid) ?? cache.get(oid)?.facts ?? null
    byBlob.set(oid, facts)
    if (facts) byPath.set(path, facts)
  }
  kept.set(id, byBlob)
  return language.resolve(byPath)
}
