import type { Language } from '../../code/language.ts'
import type { TreeEntry } from '../../git/types.ts'
import type { SkippedFile } from '../report.ts'
import { languageOfPath } from './language-of-path.ts'

export interface SourceFile {
  readonly path: string
  readonly oid: string
  readonly size: number
  readonly language: string
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
  const parsed = new Set(options.languages.map(({ name }) => name))
  for (const { path, mode, type, oid, size, decodable } of entries) {
    const odd = oddity({ mode, type, decodable })
    if (odd !== null) {
      skipped.push({ path, reason: odd })
      continue
    }
    const file = { path, oid, size: size ?? 0, language: languageOfPath(path, options.languages) }
    files.push(file)
    if (!parsed.has(file.language)) continue
    if (file.size <= options.maxFileBytes) sources.push(file)
    else skipped.push({ path, reason: `${bytes(file.size)}, over the limit of ${bytes(options.maxFileBytes)}` })
  }
  return { files, sources, skipped }
}

function oddity(entry: Pick<TreeEntry, 'mode' | 'type' | 'decodable'>): string | null {
  if (entry.type === 'commit') return 'submodule'
  if (entry.mode === '120000') return 'symlink'
  return entry.decodable ? null : 'name is not UTF-8'
}

const bytes = (count: number) => `${count.toLocaleString('en')} bytes`
