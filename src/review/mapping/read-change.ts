import { posix } from 'node:path'
import type { Side } from '../../code/changes/map-file.ts'
import { readLines, type SourceLines } from '../../code/changes/source-lines.ts'
import { decodeSource } from '../../code/decode-source.ts'
import type { Language, Outline } from '../../code/language.ts'
import { languageOfSource } from '../../code/languages.ts'
import { blobSizes } from '../../git/blob-sizes.ts'
import type { FileChange, GitRepository, Hunk } from '../../git/types.ts'

/** One side of a changed file, parsed. */
export interface SourceSide extends Side {
  readonly path: string
  readonly language: Language
  readonly lines: SourceLines
}

export interface ChangedFile {
  readonly was: string | null
  readonly now: string | null
  readonly hunks: readonly Hunk[]
  /** Null on a side that does not exist, or that is not parsed; `unread` says why. */
  readonly old: SourceSide | null
  readonly new: SourceSide | null
  readonly unread: string | null
}

/** Larger files hold data, and a review is waited for. */
const MAX_FILE_BYTES = 2_000_000

type Repository = Pick<GitRepository, 'gitDir' | 'blobs' | 'diffs'>

/** The difference between two commits with both sides of every source file. Files that are not parsed are there with the reason. */
export async function readChange(git: Repository, base: string, head: string): Promise<ChangedFile[]> {
  const [files = []] = await readChanges(git, [{ commit: head, parent: base }])
  return files
}

/** The same of many pairs at once, in their order. `only`: paths, before or after, of the files that matter. */
export async function readChanges(
  git: Repository,
  pairs: readonly { readonly commit: string; readonly parent: string | null; readonly only?: ReadonlySet<string> }[],
): Promise<ChangedFile[][]> {
  const diffs: FileChange[][] = []
  for await (const { files } of git.diffs(pairs)) {
    const only = pairs[diffs.length]?.only
    diffs.push(files.filter(({ oldPath, newPath }) => !only || only.has(oldPath ?? '') || only.has(newPath ?? '')))
  }
  const wanted = diffs.flat().filter((change) => unreadable(change) === null)
  const oids = [...new Set(wanted.flatMap(({ oldBlob, newBlob }) => [oldBlob, newBlob]))].filter((oid) => oid !== null)
  const sizes = await blobSizes(git.gitDir, oids)
  const small = oids.filter((oid) => (sizes.get(oid) ?? Number.POSITIVE_INFINITY) <= MAX_FILE_BYTES)
  const texts = new Map<string, SourceLines | null>()
  for await (const { oid, content } of git.blobs(small)) {
    const source = content && decodeSource(content)
    texts.set(oid, source?.text == null ? null : readLines(source.text))
  }
  return Promise.all(diffs.map((files) => Promise.all(files.map((change) => readFile(change, sizes, texts)))))
}

async function readFile(
  change: FileChange,
  sizes: ReadonlyMap<string, number>,
  texts: ReadonlyMap<string, SourceLines | null>,
): Promise<ChangedFile> {
  const { oldPath, newPath, oldBlob, newBlob, oldMode, newMode, hunks } = change
  const file = { was: change.status === 'copied' ? null : oldPath, now: newPath, hunks }
  const unread = unreadable(change) ?? tooLarge([oldBlob, newBlob], sizes)
  if (unread !== null) return { ...file, old: null, new: null, unread }
  const old = await readSide(oldPath, oldBlob, oldMode, texts)
  const now = await readSide(newPath, newBlob, newMode, texts)
  const missing = (oldBlob !== null && old === null) || (newBlob !== null && now === null)
  return { ...file, old, new: now, unread: missing ? 'not readable as source on both sides' : null }
}

async function readSide(
  path: string | null,
  oid: string | null,
  mode: string | null,
  texts: ReadonlyMap<string, SourceLines | null>,
): Promise<SourceSide | null> {
  const lines = oid === null ? null : texts.get(oid)
  const language = path === null ? null : languageOfSource(path)
  if (path === null || !lines || language === null || !isRegular(mode)) return null
  const parser = await language.load()
  let outline: Outline | undefined
  return {
    path,
    language,
    lines,
    textOf: lines.between,
    get outline() {
      outline ??= parser.outline(lines.text)
      return outline
    },
  }
}

const isRegular = (mode: string | null) => mode?.startsWith('100') === true

/** Why no side of a changed file is parsed, as far as the diff tells. */
function unreadable({ newPath, oldPath, newMode, oldMode, binary, decodable }: FileChange): string | null {
  const path = newPath ?? oldPath ?? ''
  const mode = newMode ?? oldMode
  if (!decodable) return 'its name is not UTF-8'
  if (mode === '160000') return 'submodule'
  if (mode === '120000') return 'symbolic link'
  if (binary) return 'binary'
  if (languageOfSource(path) !== null) return null
  const extension = posix.extname(path)
  return `${extension === '' ? 'a file without extension' : extension} is not parsed`
}

function tooLarge(oids: readonly (string | null)[], sizes: ReadonlyMap<string, number>): string | null {
  const largest = Math.max(...oids.map((oid) => (oid === null ? 0 : (sizes.get(oid) ?? 0))))
  return largest > MAX_FILE_BYTES ? `${largest.toLocaleString('en')} bytes, over the limit` : null
}
