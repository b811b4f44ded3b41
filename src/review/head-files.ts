import type { CallSite } from '../code/call-sites.ts'
import { readLines, type SourceLines } from '../code/changes/source-lines.ts'
import { decodeSource } from '../code/decode-source.ts'
import type { Outline } from '../code/language.ts'
import { languageOfSource } from '../code/languages.ts'
import type { GitRepository } from '../git/types.ts'

/** A source file at one commit; parsed when asked. */
export interface CommitFile {
  readonly lines: SourceLines
  readonly lineCount: number
  outline(): Outline
  calls(): readonly CallSite[]
}

/** Reads files at a commit, each once; null for what is not there, is no source, or is too large. */
export async function readFiles(
  git: Pick<GitRepository, 'blobs'>,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, CommitFile>> {
  const wanted = [...new Set(paths)].filter((path) => !/[\n\0]/.test(path) && languageOfSource(path) !== null)
  const files = new Map<string, CommitFile>()
  let next = 0
  for await (const { content } of git.blobs(wanted.map((path) => `${commit}:${path}`))) {
    const path = wanted[next++] ?? ''
    const source = content && decodeSource(content)
    if (source?.text == null) continue
    files.set(path, await commitFile(path, source.text))
  }
  return files
}

async function commitFile(path: string, text: string): Promise<CommitFile> {
  const parser = await languageOfSource(path)?.load()
  const lines = readLines(text)
  let outline: Outline | undefined
  let calls: readonly CallSite[] | undefined
  return {
    lines,
    lineCount: text === '' ? 0 : text.replace(/\n$/, '').split('\n').length,
    outline: () => {
      outline ??= parser?.outline(text)
      return outline as Outline
    },
    calls: () => {
      calls ??= parser?.calls(text) ?? []
      return calls
    },
  }
}
