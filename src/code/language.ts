import type { CallSite } from './call-sites.ts'
import type { FileFacts, Resolution } from './facts.ts'

/** One folder per language implements these three; nothing outside `src/code` knows a grammar. */
export interface Language {
  readonly name: string
  /** With the dot: `.py`. */
  readonly extensions: readonly string[]
  /** Names of files of no source that `extract` reads, too, and `resolve` gets with the others: `package.json`. */
  readonly settings?: RegExp
  /** Changes whenever `extract` would give another result for the same text; part of every cache key. */
  readonly version: string
  /** Loads the grammar into this thread; idempotent. */
  load(): Promise<LanguageParser>
  /** Joins the facts of all files of this language; pure. */
  resolve(files: ReadonlyMap<string, FileFacts>): Resolution
}

export interface LanguageParser {
  extract(source: string): FileFacts
  /** Only where definitions lie: the cheap look that history needs at every version of a file. */
  outline(source: string, previous?: Outline): Outline
  /** Every call that is written in it, in the order of the source. */
  calls(source: string): readonly CallSite[]
}

export interface OutlineEntry {
  readonly kind: 'function' | 'class'
  readonly qualifiedName: string
  readonly ordinal: number
  readonly parent: number | null
  readonly startLine: number
  readonly endLine: number
}

export interface Outline {
  /** In source order, a parent before its children. Same ranges, names and ordinals as `FileFacts.definitions`. */
  readonly entries: readonly OutlineEntry[]
  /** Index of the innermost function (not class) whose lines hold the 1-based line, or null. */
  innermostFunction(line: number): number | null
  signature(index: number): string
  fingerprint(index: number): string
  /** Frees the syntax tree. `previous` of a later `outline` call must not be disposed yet. */
  dispose(): void
}
