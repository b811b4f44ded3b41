import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { functionKey } from '../../code/changes/function-change.ts'
import { decodeSource } from '../../code/decode-source.ts'
import type { LanguageParser } from '../../code/language.ts'
import { languages } from '../../code/languages.ts'
import type { GitRepository } from '../../git/types.ts'
import { openAppendOnlyFile } from '../history/append-only-file.ts'
import { inOrder } from './accounts.ts'
import type { GitHubRecords } from './github-records.ts'
import { remarksOf } from './remarks.ts'

/** The function that a comment on code is about, as it was called in the version that was commented on. */
export interface RemarkPlace {
  readonly path: string
  /** As in `StepRecord`. */
  readonly key: string
}

interface Spot {
  readonly url: string
  readonly path: string
  readonly line: number
  /** Where to look, in this order: the version commented on, else the one that was merged; for removed lines what was before. */
  readonly commits: readonly string[]
}

type Row = readonly [commit: string, path: string, line: number, key: string | null]

/**
 * The functions that comments on code fall in, by the comment's address. Versions that git does not have, after a force push, are
 * passed over. What was found is kept in `cacheDir`: a line of a file of a commit is always in the same function.
 */
export async function placeRemarks(
  github: GitHubRecords,
  repository: Pick<GitRepository, 'blobs'>,
  cacheDir: string,
): Promise<Map<string, RemarkPlace>> {
  const versions = languages.map(({ name, version }) => `${name} ${version}`).join('\n')
  const cacheId = createHash('sha256').update(versions).digest('hex').slice(0, 12)
  const file = openAppendOnlyFile(join(cacheDir, `remarks-${cacheId}.jsonl`))
  const known = new Map((file.read() as Row[]).map(([commit, path, line, key]) => [idOf(commit, path, line), key]))
  const places = new Map<string, RemarkPlace>()
  let open = spotsIn(github)
  for (let attempt = 0; open.length > 0; attempt++) {
    const at = (spot: Spot) => spot.commits[attempt] ?? ''
    const fresh = open.filter((spot) => !known.has(idOf(at(spot), spot.path, spot.line)))
    const rows = await findFunctions(
      fresh.map((spot) => ({ commit: at(spot), path: spot.path, line: spot.line })),
      repository,
    )
    for (const [commit, path, line, key] of rows) known.set(idOf(commit, path, line), key)
    file.append(rows)
    for (const spot of open) {
      const key = known.get(idOf(at(spot), spot.path, spot.line))
      if (key) places.set(spot.url, { path: spot.path, key })
    }
    open = open.filter((spot) => !known.has(idOf(at(spot), spot.path, spot.line)) && spot.commits.length > attempt + 1)
  }
  return places
}

const idOf = (commit: string, path: string, line: number) => `${commit} ${line} ${path}`

function spotsIn({ pulls }: GitHubRecords): Spot[] {
  return inOrder(pulls).flatMap((pull) =>
    remarksOf(pull).flatMap(({ url, code }): Spot[] => {
      if (code === null || code.line === null || parserNameOf(code.path) === null) return []
      const merged = pull.merge_commit
      const before = [pull.base.commit, merged && `${merged}^`]
      const after = [code.commit, pull.head.commit, merged]
      const commits = (code.side === 'old' ? before : after).filter((sha) => sha !== null)
      return [{ url, path: code.path, line: code.line, commits: [...new Set(commits)] }]
    }),
  )
}

function parserNameOf(path: string): string | null {
  if (path.includes('\n')) return null
  const extension = path.slice(path.lastIndexOf('.')).toLowerCase()
  return languages.find(({ extensions }) => extensions.includes(extension))?.name ?? null
}

/** One row for each line of a file that git has, each file outlined once. */
async function findFunctions(
  wanted: readonly { readonly commit: string; readonly path: string; readonly line: number }[],
  repository: Pick<GitRepository, 'blobs'>,
): Promise<Row[]> {
  const lines = new Map<string, { commit: string; path: string; lines: Set<number> }>()
  for (const { commit, path, line } of wanted) {
    const object = `${commit}:${path}`
    const entry = lines.get(object) ?? { commit, path, lines: new Set() }
    lines.set(object, entry)
    entry.lines.add(line)
  }
  const parsers = new Map<string, LanguageParser>()
  for (const language of languages) {
    if (wanted.some(({ path }) => parserNameOf(path) === language.name))
      parsers.set(language.name, await language.load())
  }
  const rows: Row[] = []
  for await (const { oid, content } of repository.blobs([...lines.keys()])) {
    const entry = lines.get(oid)
    const parser = entry && parsers.get(parserNameOf(entry.path) ?? '')
    if (content === null || !entry || !parser) continue
    const { text } = decodeSource(content)
    const outline = text === null ? null : parser.outline(text)
    for (const line of entry.lines) {
      const index = outline?.innermostFunction(line) ?? null
      const found = index === null ? undefined : outline?.entries[index]
      rows.push([entry.commit, entry.path, line, found ? functionKey(found.qualifiedName, found.ordinal) : null])
    }
    outline?.dispose()
  }
  return rows
}
