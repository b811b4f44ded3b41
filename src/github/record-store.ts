/**
 * Records of a repository on disk, with how far the fetch has come, in one file: JSON lines that only grow. Each page ends with a
 * `progress` line and is flushed to disk as a whole; what stands after the last one is the unfinished work of a process that died,
 * and is cut off.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { UserError } from '../errors.ts'
import { readLines } from './read-lines.ts'
import { type GitHubRecord, githubRecord } from './records.ts'

const listing = z.object({
  /** Everything updated before this is here; null before the first listing has ended. */
  until: z.string().nullable(),
  /** A listing under way: from the newest down to `until`. */
  pass: z.object({ newest: z.string().nullable(), cursor: z.string().nullable() }).nullable(),
  /** Items asked for at once: smaller after GitHub had trouble. */
  page: z.int().positive(),
})
const progress = z.object({ kind: z.literal('progress'), pull_requests: listing, issues: listing })

export type ListingProgress = z.infer<typeof listing>
export type FetchProgress = Omit<z.infer<typeof progress>, 'kind'>

export interface RecordStore {
  /** Null when nothing was fetched yet. */
  readonly progress: FetchProgress | null
  count(kind: GitHubRecord['kind']): number
  /** Adds a page; records that are there already, unchanged, take no space. */
  commit(records: readonly GitHubRecord[], progress: FetchProgress): Promise<void>
  /** The newest of each, by kind and number. */
  lines(): AsyncIterable<string>
  /** Rewrites the file in the order of `lines`, without what was superseded; nothing happens when it is so already. */
  tidy(): Promise<void>
  close(): Promise<void>
}

interface Place {
  readonly offset: number
  readonly length: number
  readonly digest: string
}

const KINDS = ['repository', 'pull_request', 'issue'] as const

export async function openRecordStore(path: string): Promise<RecordStore> {
  await mkdir(dirname(path), { recursive: true })
  let file = await open(path, 'a+', 0o600)
  let places = new Map<string, Place>()
  let state: FetchProgress | null = null
  let end = 0
  let tidied = true
  await load()

  async function load() {
    places = new Map()
    const waiting = new Map<string, Place>()
    let last = ''
    tidied = true
    end = 0
    for await (const { text, offset, length, ended } of readLines(file)) {
      const value = ended ? parse(text) : null
      if (value === null) break
      if (value.kind === 'progress') {
        state = value
        end = offset + length + 1
        for (const [key, place] of waiting) {
          tidied &&= !places.has(key) && key > last
          last = key
          places.set(key, place)
        }
        waiting.clear()
      } else {
        waiting.set(keyOf(value), { offset, length, digest: digestOf(text) })
      }
    }
    await file.truncate(end)
  }

  async function* lines() {
    for (const key of [...places.keys()].sort()) {
      const place = places.get(key)
      if (!place) continue
      const buffer = Buffer.alloc(place.length)
      await file.read(buffer, 0, place.length, place.offset)
      yield buffer.toString()
    }
  }

  return {
    get progress() {
      return state
    },
    count: (kind) => [...places.keys()].filter((key) => key.startsWith(prefixOf(kind))).length,
    async commit(records, next) {
      let text = ''
      let offset = end
      const added = new Map<string, Place>()
      for (const record of records) {
        const line = JSON.stringify(record)
        const [key, digest, length] = [keyOf(record), digestOf(line), Buffer.byteLength(line)]
        if ((added.get(key) ?? places.get(key))?.digest === digest) continue
        added.set(key, { offset, length, digest })
        text += `${line}\n`
        offset += length + 1
      }
      const line = JSON.stringify({ kind: 'progress', ...next })
      if (text === '' && state !== null && JSON.stringify({ kind: 'progress', ...state }) === line) return
      text += `${line}\n`
      await file.appendFile(text)
      await file.datasync()
      tidied = false
      end += Buffer.byteLength(text)
      state = next
      for (const [key, place] of added) places.set(key, place)
    },
    lines,
    async tidy() {
      if (tidied || state === null) return
      const draft = await open(`${path}.new`, 'w', 0o600)
      try {
        await writeLines(draft, lines())
        await draft.appendFile(`${JSON.stringify({ kind: 'progress', ...state })}\n`)
        await draft.sync()
      } finally {
        await draft.close()
      }
      await rename(`${path}.new`, path)
      await file.close()
      file = await open(path, 'a+')
      await load()
    },
    close: () => file.close(),
  }
}

/** Many lines at once: one write each would be slow, all together would need the memory. */
async function writeLines(file: FileHandle, lines: AsyncIterable<string>): Promise<void> {
  let text = ''
  for await (const line of lines) {
    text += `${line}\n`
    if (text.length < 1 << 20) continue
    await file.appendFile(text)
    text = ''
  }
  await file.appendFile(text)
}

/** The records of a store alone, as a file of their own. */
export async function copyRecords(path: string, into: FileHandle): Promise<void> {
  const store = await openRecordStore(path)
  try {
    await writeLines(into, store.lines())
  } finally {
    await store.close()
  }
}

/** Records of a file, in its order; UserError with the line for one that is none. */
export async function* readRecords(path: string): AsyncGenerator<GitHubRecord> {
  const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw new UserError(`${path} cannot be read (${cause.code}).`, 'Give a file that `repobrain github-data` wrote.', {
      cause,
    })
  })
  try {
    let number = 0
    let isStore = false
    for await (const { text, ended } of readLines(file)) {
      number++
      if (text.trim() === '') continue
      const value = parse(text)
      isStore ||= value?.kind === 'progress'
      // Another process is writing there.
      if (value === null && isStore && !ended) return
      if (value === null) {
        const remedy = 'docs/github-records.md says what its lines look like; `repobrain github-data` writes them.'
        throw new UserError(`Line ${number} of ${path} is no GitHub record.`, remedy)
      }
      if (value.kind !== 'progress') yield value
    }
  } finally {
    await file.close()
  }
}

const anyLine = z.discriminatedUnion('kind', [...githubRecord.options, progress])

function parse(text: string): z.infer<typeof anyLine> | null {
  try {
    return anyLine.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const prefixOf = (kind: GitHubRecord['kind']) => `${KINDS.indexOf(kind)}:`

/** Sorts as the lines are to be sorted. */
const keyOf = (record: GitHubRecord) =>
  `${prefixOf(record.kind)}${record.kind === 'repository' ? '' : String(record.number).padStart(12, '0')}`

const digestOf = (line: string) => createHash('sha256').update(line).digest('base64url').slice(0, 16)
