import { posix } from 'node:path'
import type { Language } from '../../code/language.ts'
import type { TreeEntry } from '../../git/types.ts'
import type { SkippedFile } from '../report.ts'
import { languageOfPath } from './language-of-path.ts'

export interface SourceFile {
  readonly path: string
  readonly oid: string
  readonly size: number
  /** As people call it: JavaScript is one of its own, though it is read together with TypeScript. */
  readonly language: string
  /** Name of the `Language` that reads it, or null. */
  readonly parsedAs: string | null
}

export interface ClassifiedTree {
  /** Everything that becomes a File node, in path order. */
  readonly files: readonly SourceFile[]
  /** Of `files`, those to parse. */
  readonly sources: readonly SourceFile[]
  readonly skipped: readonly SkippedFile[]
}

/**
 * Tells apart what a tree holds. Symlinks are never followed and submodules never entered; a name that is not UTF-8
 * cannot be told from others that decode to the same replacement characters, so it gets no node.
 */
export function classifyTree(
  entries: readonly TreeEntry[],
  options: { languages: readonly Language[]; maxFileBytes: number },
): ClassifiedTree {
  const files: SourceFile[] = []
  const sources: SourceFile[] = []
  const skipped: SkippedFile[] = []
  for (const { path, mode, type, oid, size, decodable } of entries) {
    const odd = oddity({ mode, type, decodable })
    if (odd !== null) {
      skipped.push({ path, reason: odd })
      continue
    }
    const parsedAs = options.languages.find((each) => reads(each, path))?.name ?? null
    const file = { path, oid, size: size ?? 0, language: languageOfPath(path), parsedAs }
    files.push(file)
    if (parsedAs === null) continue
    if (file.size <= options.maxFileBytes) sources.push(file)
    else skipped.push({ path, reason: `${bytes(file.size)}, over the limit of ${bytes(options.maxFileBytes)}` })
  }
  return { files, sources, skipped }
}

function reads({ extensions, settings }: Language, path: string): boolean {
  return extensions.includes(posix.extname(path).toLowerCase()) || settings?.test(posix.basename(path)) === true
}

function oddity(entry: Pick<TreeEntry, 'mode' | 'type' | 'decodable'>): string | null {
  if (entry.type === 'commit') return 'submodule'
  if (entry.mode === '120000') return 'symlink'
  return entry.decodable ? null : 'name is not UTF-8'
}

const bytes = (count: number) => `${count.toLocaleString('en')} bytes`
