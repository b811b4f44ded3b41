import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Language } from '../../code/language.ts'
import type { BlobFacts } from './extract-files.ts'

export interface FactsCache {
  get(oid: string): BlobFacts | null
  /** Keeps what `extract` gave for a blob; on disk after `flush`. */
  put(oid: string, json: string): void
  /** `live`: the blobs in use now, kept when the file has to be rewritten. */
  flush(live: ReadonlySet<string>): void
}

const OID_LENGTH = 40
/** A file that is mostly of blobs no longer in use is rewritten once it is larger than this. */
const REWRITE_BYTES = 32 * 1024 * 1024

/**
 * Facts of one repository's blobs in one append-only file per language version: lines of `<oid> <json>`. A line that a crash
 * cut short does not parse and counts as absent; a lost file costs time, never truth, so nothing is synced to disk.
 */
export function openFactsCache(dir: string, language: Language): FactsCache {
  const version = createHash('sha256').update(language.version).digest('hex').slice(0, 12)
  const path = join(dir, `${language.name}-${version}.facts`)
  const stored = readLines(path)
  const parsed = new Map<string, BlobFacts | null>()
  let added: [oid: string, json: string][] = []
  let size = stored.size
  let endsCleanly = stored.endsCleanly

  function rewrite(live: ReadonlySet<string>): void {
    const lines: string[] = []
    for (const oid of live) {
      const facts = cache.get(oid)
      if (facts) lines.push(`${oid} ${JSON.stringify(facts)}\n`)
    }
    const text = lines.join('')
    writeFileSync(`${path}.${process.pid}.new`, text)
    renameSync(`${path}.${process.pid}.new`, path)
    size = Buffer.byteLength(text)
    endsCleanly = true
    for (const oid of parsed.keys()) if (!live.has(oid)) parsed.delete(oid)
    stored.lines.clear()
  }

  const cache: FactsCache = {
    get(oid) {
      let facts = parsed.get(oid)
      if (facts === undefined) {
        facts = parseFacts(stored.lines.get(oid)?.())
        parsed.set(oid, facts)
      }
      return facts
    },
    put(oid, json) {
      parsed.set(oid, parseFacts(json))
      added.push([oid, json])
    },
    flush(live) {
      if (size > REWRITE_BYTES && live.size * 3 < parsed.size + stored.lines.size) return rewrite(live)
      if (added.length === 0) return
      const text = `${endsCleanly ? '' : '\n'}${added.map(([oid, json]) => `${oid} ${json}\n`).join('')}`
      mkdirSync(dirname(path), { recursive: true })
      appendFileSync(path, text)
      size += Buffer.byteLength(text)
      endsCleanly = true
      added = []
    },
  }
  return cache
}

interface StoredLines {
  readonly lines: Map<string, () => string>
  readonly size: number
  readonly endsCleanly: boolean
}

function readLines(path: string): StoredLines {
  const lines = new Map<string, () => string>()
  let content: Buffer
  try {
    content = readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { lines, size: 0, endsCleanly: true }
  }
  for (let start = 0; start < content.length; ) {
    const newline = content.indexOf(10, start)
    const end = newline < 0 ? content.length : newline
    const from = start + OID_LENGTH + 1
    if (from < end)
      lines.set(content.toString('latin1', start, start + OID_LENGTH), () => content.toString('utf8', from, end))
    start = end + 1
  }
  return { lines, size: content.length, endsCleanly: content.length === 0 || content.at(-1) === 10 }
}

function parseFacts(json: string | undefined): BlobFacts | null {
  if (json === undefined) return null
  try {
    return JSON.parse(json) as BlobFacts
  } catch {
    return null
  }
}
