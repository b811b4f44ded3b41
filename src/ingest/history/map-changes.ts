import { type FlatHunks, type MappedFunction, mapFile, type Side } from '../../code/changes/map-file.ts'
import { readLines, type SourceLines } from '../../code/changes/source-lines.ts'
import { decodeSource } from '../../code/decode-source.ts'
import type { LanguageParser } from '../../code/language.ts'
import { languages } from '../../code/languages.ts'
import { readBlobs } from '../../git/read-blobs.ts'
import { changelogReferences } from './changelog.ts'
import type { ChangelogReference } from './step-record.ts'

/** One changed file of one step, as a worker gets it. */
export interface ChangedFile {
  /** Name of a language, or `changelog`. */
  readonly read: string
  readonly was: string | null
  readonly now: string | null
  readonly hunks: FlatHunks
  readonly describeLone: boolean
}

export interface MappedFile {
  readonly functions: readonly MappedFunction[]
  /** Of a changelog: what its added lines name, and what its removed lines do. */
  readonly named: readonly ChangelogReference[]
  readonly unnamed: readonly number[]
  /** False when a side could not be read as source. */
  readonly mapped: boolean
}

export interface MapChangesInput {
  readonly gitDir: string
  /** Versions of one file after each other: neighbours share a blob, which is read and outlined once. */
  readonly files: readonly ChangedFile[]
}

export interface MapChangesOutput {
  readonly files: readonly MappedFile[]
}

interface Version {
  readonly lines: SourceLines
  side: Side | null
}

/** Versions kept while their file's history is walked: the old and the new one, and those of parallel branches. */
const VERSIONS_KEPT = 4

/** Maps changed files to functions, in the order given. Runs in a worker thread, reads blobs by itself. */
export async function mapChanges({ gitDir, files }: MapChangesInput): Promise<MapChangesOutput> {
  const parsers = new Map<string, LanguageParser>()
  for (const language of languages) {
    if (files.some(({ read }) => read === language.name)) parsers.set(language.name, await language.load())
  }
  const blobs = readBlobs(gitDir, blobsInOrder(files))
  const kept = new Map<string, Version | null>()

  async function version(oid: string | null): Promise<Version | null> {
    if (oid === null) return null
    if (touch(kept, oid)) return kept.get(oid) ?? null
    const { value } = await blobs.next()
    const source = value?.content ? decodeSource(value.content) : null
    const read = source === null || source.text === null ? null : { lines: readLines(source.text), side: null }
    keep(kept, oid, read)
    return read
  }

  const mapped: MappedFile[] = []
  for (const file of files) {
    const was = await version(file.was)
    const now = await version(file.now)
    mapped.push(file.read === 'changelog' ? readChangelog(file, was, now) : mapSource(file, was, now, parsers))
  }
  await blobs.return(undefined)
  return { files: mapped }
}

function mapSource(
  file: ChangedFile,
  was: Version | null,
  now: Version | null,
  parsers: ReadonlyMap<string, LanguageParser>,
): MappedFile {
  const parser = parsers.get(file.read)
  const sides = { was: sideOf(was, parser), now: sideOf(now, parser) }
  const functions = mapFile(sides.was, sides.now, file.hunks, file.describeLone)
  const mapped = (file.was === null || sides.was !== null) && (file.now === null || sides.now !== null)
  return { functions, named: [], unnamed: [], mapped }
}

function sideOf(version: Version | null, parser: LanguageParser | undefined): Side | null {
  if (version === null || parser === undefined) return null
  version.side ??= { outline: parser.outline(version.lines.text), textOf: version.lines.between }
  return version.side
}

function readChangelog({ hunks }: ChangedFile, was: Version | null, now: Version | null): MappedFile {
  const named: ChangelogReference[] = []
  const unnamed: number[] = []
  for (let at = 0; at < hunks.length; at += 4) {
    const [oldStart = 0, oldCount = 0, newStart = 0, newCount = 0] = hunks.slice(at, at + 4)
    // A changelog that appears as a whole tells of older changes.
    if (was !== null && now !== null && newCount > 0) {
      named.push(...changelogReferences(now.lines.between(newStart, newStart + newCount - 1)))
    }
    if (was !== null && oldCount > 0) {
      unnamed.push(
        ...changelogReferences(was.lines.between(oldStart, oldStart + oldCount - 1)).map((each) => each.number),
      )
    }
  }
  return { functions: [], named, unnamed, mapped: true }
}

/** The blobs that `mapChanges` will ask for, in that order: what is kept is not read again. */
function blobsInOrder(files: readonly ChangedFile[]): string[] {
  const kept = new Map<string, null>()
  const wanted: string[] = []
  for (const { was, now } of files) {
    for (const oid of [was, now]) {
      if (oid === null || touch(kept, oid)) continue
      wanted.push(oid)
      keep(kept, oid, null)
    }
  }
  return wanted
}

/** Makes a kept entry the youngest; false when it is not kept. */
function touch<T>(kept: Map<string, T>, oid: string): boolean {
  const value = kept.get(oid)
  if (value === undefined && !kept.has(oid)) return false
  kept.delete(oid)
  kept.set(oid, value as T)
  return true
}

function keep<T>(kept: Map<string, T>, oid: string, value: T): void {
  kept.set(oid, value)
  const [oldest] = kept.keys()
  if (kept.size > VERSIONS_KEPT && oldest !== undefined) kept.delete(oldest)
}
