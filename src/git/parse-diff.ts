/** Reads the output of `git diff-tree --stdin --raw --patch -z --full-index --unified=0` as it comes. */
import { UpstreamError } from '../errors.ts'
import { type DecodedPath, decodePath } from './decode-text.ts'
import type { FileChange, Hunk } from './types.ts'

export interface ParsedDiff {
  /** What git printed in front: the commit, or two trees with a blank between. */
  readonly header: string
  readonly files: readonly FileChange[]
}

export interface DiffParser {
  push(chunk: Buffer): void
  end(): void
  /** Diffs that are complete by now; each is handed out once. */
  completed(): ParsedDiff[]
}

type DraftChange = Omit<FileChange, 'binary' | 'hunks'> & { binary: boolean; readonly hunks: Hunk[] }

interface Draft {
  readonly header: string
  readonly files: DraftChange[]
  /** Index in `files` of the section being read, -1 before the first; a type change has two sections. */
  current: number
  sectionsLeft: number
}

const NUL = 0
const NEWLINE = 10
const COLON = 58
const BACKSLASH = 92

const statuses: Readonly<Record<string, FileChange['status']>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  C: 'copied',
  T: 'type-changed',
}
const absent = '0'.repeat(40)
const submodule = '160000'

/**
 * The raw entries are the truth about paths, modes and blobs; of the patch only hunk headers and the word "Binary" count.
 * Lines inside a hunk are skipped by the hunk's own counts, so that no source line is ever taken for a header.
 */
export function createDiffParser(): DiffParser {
  let done: ParsedDiff[] = []
  let draft: Draft | null = null
  let state: 'header' | 'entries' | 'patch' = 'header'
  let linesToSkip = 0
  let atLineStart = true
  let lineCounts = true
  let carry: Buffer | null = null

  function push(chunk: Buffer): void {
    const bytes: Buffer = carry === null ? chunk : Buffer.concat([carry, chunk])
    let at = 0
    while (at < bytes.length) {
      const next = linesToSkip > 0 ? skipLines(bytes, at) : step(bytes, at)
      if (next === null) break
      at = next
    }
    carry = at < bytes.length ? bytes.subarray(at) : null
  }

  function skipLines(bytes: Buffer, start: number): number {
    let at = start
    while (linesToSkip > 0 && at < bytes.length) {
      // "\\ No newline at end of file" belongs to the line before it.
      if (atLineStart) lineCounts = bytes[at] !== BACKSLASH
      const end = bytes.indexOf(NEWLINE, at)
      atLineStart = end !== -1
      if (end === -1) return bytes.length
      if (lineCounts) linesToSkip -= 1
      at = end + 1
    }
    return at
  }

  /** Where to go on, or null when the bytes end inside what is being read. */
  function step(bytes: Buffer, at: number): number | null {
    if (state === 'header') return readHeader(bytes, at)
    return state === 'entries' ? readEntry(bytes, at) : readPatchLine(bytes, at)
  }

  function readHeader(bytes: Buffer, at: number): number | null {
    if (bytes.length < at + 41) return null
    const length = bytes[at + 40] === NUL ? 40 : 81
    if (bytes.length <= at + length) return null
    if (draft !== null) done.push({ header: draft.header, files: draft.files })
    draft = { header: bytes.toString('latin1', at, at + length), files: [], current: -1, sectionsLeft: 0 }
    state = 'entries'
    return at + length + 1
  }

  function readEntry(bytes: Buffer, at: number): number | null {
    if (bytes[at] !== COLON) {
      state = bytes[at] === NUL ? 'patch' : 'header'
      return state === 'patch' ? at + 1 : at
    }
    const metaEnd = bytes.indexOf(NUL, at)
    const pathEnd = metaEnd === -1 ? -1 : bytes.indexOf(NUL, metaEnd + 1)
    if (pathEnd === -1) return null
    const meta = bytes.toString('latin1', at + 1, metaEnd).split(' ')
    const path = decodePath(bytes.subarray(metaEnd + 1, pathEnd))
    if (!/^[RC]/.test(meta[4] ?? '')) {
      draft?.files.push(toChange(meta, path, path))
      return pathEnd + 1
    }
    const secondEnd = bytes.indexOf(NUL, pathEnd + 1)
    if (secondEnd === -1) return null
    draft?.files.push(toChange(meta, path, decodePath(bytes.subarray(pathEnd + 1, secondEnd))))
    return secondEnd + 1
  }

  function readPatchLine(bytes: Buffer, at: number): number | null {
    if (/^[0-9a-f]{40}[\0 ]$/.test(bytes.toString('latin1', at, at + 41))) {
      state = 'header'
      return at
    }
    const end = bytes.indexOf(NEWLINE, at)
    if (end === -1) return null
    const line = bytes.toString('latin1', at, end)
    if (line.startsWith('@@ ')) startHunk(line)
    else if (line.startsWith('diff --git ')) startSection()
    else if (line.startsWith('index ')) checkSection(line)
    else if (line.startsWith('Binary files ')) currentFile(line).binary = true
    return end + 1
  }

  function startSection(): void {
    if (draft === null) return
    if (draft.sectionsLeft === 0) {
      draft.current += 1
      draft.sectionsLeft = sections(draft.files[draft.current])
    }
    draft.sectionsLeft -= 1
  }

  function checkSection(line: string): void {
    const file = currentFile(line)
    const [, from, to] = /^index ([0-9a-f]{40})\.\.([0-9a-f]{40})/.exec(line) ?? []
    const fits = (from === absent || from === file.oldBlob) && (to === absent || to === file.newBlob)
    if (!fits) throw garbled(line)
  }

  function startHunk(line: string): void {
    const match = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line)
    if (match === null) throw garbled(line)
    const [oldStart, oldCount, newStart, newCount] = match.slice(1).map((digits) => Number(digits ?? 1))
    const hunk = { oldStart: oldStart ?? 0, oldCount: oldCount ?? 1, newStart: newStart ?? 0, newCount: newCount ?? 1 }
    linesToSkip = hunk.oldCount + hunk.newCount
    const file = currentFile(line)
    // A submodule's "Subproject commit" line is no line of a file.
    if (file.oldMode !== submodule && file.newMode !== submodule) file.hunks.push(hunk)
  }

  function currentFile(line: string): DraftChange {
    const file = draft?.files[draft.current]
    if (file === undefined) throw garbled(line)
    return file
  }

  function end(): void {
    if (carry !== null || linesToSkip > 0) throw new UpstreamError('git', 'the diff ended in the middle')
    if (draft !== null) done.push({ header: draft.header, files: draft.files })
    draft = null
  }

  function completed(): ParsedDiff[] {
    const ready = done
    done = []
    return ready
  }

  return { push, end, completed }
}

function toChange(meta: readonly string[], old: DecodedPath, now: DecodedPath): DraftChange {
  const [oldMode, newMode, oldBlob, newBlob, code = ''] = meta
  const status = statuses[code.charAt(0)]
  if (oldMode === undefined || newMode === undefined || oldBlob === undefined || newBlob === undefined || !status) {
    throw garbled(meta.join(' '))
  }
  const added = status === 'added'
  const deleted = status === 'deleted'
  return {
    status,
    oldPath: added ? null : old.path,
    newPath: deleted ? null : now.path,
    decodable: old.decodable && now.decodable,
    oldBlob: added ? null : oldBlob,
    newBlob: deleted ? null : newBlob,
    oldMode: added ? null : oldMode,
    newMode: deleted ? null : newMode,
    similarity: code.length > 1 && /^[RC]/.test(code) ? Number(code.slice(1)) : null,
    binary: false,
    hunks: [],
  }
}

/** A file that turns into a symlink or submodule (or back) is shown as removed and then added. */
function sections(file: DraftChange | undefined): number {
  return file?.oldMode != null && file.newMode != null && file.oldMode.slice(0, 2) !== file.newMode.slice(0, 2) ? 2 : 1
}

const garbled = (text: string) =>
  new UpstreamError('git', `the diff cannot be read at ${JSON.stringify(text.slice(0, 200))}`)
