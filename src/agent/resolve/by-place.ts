/** Places instead of names: a line behind a link, a frame of a traceback, a piece of code. */
import { storedKey } from '../../graph/entities.ts'
import { callers } from '../../graph/queries/callers.ts'
import { definitionsInFile } from '../../graph/queries/definitions-in-file.ts'
import { definitionsNamed } from '../../graph/queries/definitions-named.ts'
import { filesMatching } from '../../graph/queries/files-matching.ts'
import type { CodeRow } from '../../graph/queries/rows.ts'
import type { Graph } from '../../graph/types.ts'
import type { Frame } from '../question/traceback.ts'
import { preferCurrent } from './by-name.ts'
import { mergeRepeated } from './candidate.ts'

/** Text of a file at the indexed commit, or null when it is not there. */
export type ReadSource = (commit: string, path: string) => Promise<string | null>

/** The innermost definition that holds all these lines; the file itself when none does or no lines are given; null for an unknown file. */
export async function definitionAt(
  graph: Graph,
  path: string,
  startLine: number | null,
  endLine: number | null,
): Promise<CodeRow | null> {
  const [file] = (await graph.run(filesMatching, { path, suffix: `/${path}` })).filter((row) => row.path === path)
  if (!file) return null
  if (startLine === null) return file
  const rows = await graph.run(definitionsInFile, { path })
  return innermost(rows, startLine, endLine ?? startLine) ?? file
}

function innermost(rows: readonly CodeRow[], from: number, to: number): CodeRow | null {
  const holding = rows.filter((row) => (row.start_line ?? Infinity) <= from && to <= (row.end_line ?? -1))
  const start = rows.filter((row) => (row.start_line ?? Infinity) <= from && from <= (row.end_line ?? -1))
  const size = (row: CodeRow) => (row.end_line ?? 0) - (row.start_line ?? 0)
  return [...(holding.length > 0 ? holding : start)].sort((a, b) => size(a) - size(b))[0] ?? null
}

const UNNAMED = /^<(?:lambda|listcomp|dictcomp|setcomp|genexpr)>$/

/** The innermost frame that lies in the repository. Lines shift between versions: the function's name decides when both are known. */
export async function definitionOfFrames(graph: Graph, frames: readonly Frame[]): Promise<CodeRow | null> {
  for (const frame of [...frames].reverse()) {
    const file = await fileOfFrame(graph, frame.path)
    if (!file) continue
    const rows = await graph.run(definitionsInFile, { path: file.path })
    const at = innermost(rows, frame.line, frame.line)
    if (frame.function === '<module>') return file
    const name = frame.function?.split('.').at(-1) ?? null
    if (name === null || UNNAMED.test(name) || at?.name === name) return at ?? file
    const named = mergeRepeated(rows).filter((row) => row.name === name)
    const nearest = named.sort((a, b) => distance(a, frame.line) - distance(b, frame.line))[0]
    return nearest ?? at ?? file
  }
  return null
}

const distance = (row: CodeRow, line: number) => Math.max(0, (row.start_line ?? 0) - line, line - (row.end_line ?? 0))

/** A frame's path is of the machine that failed: the longest ending that is exactly one indexed file. */
async function fileOfFrame(graph: Graph, path: string): Promise<CodeRow | null> {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  const name = segments.at(-1)
  if (name === undefined) return null
  const files = await graph.run(filesMatching, { path: name, suffix: `/${name}` })
  const shared = (file: CodeRow) => {
    const own = file.path.split('/')
    let count = 0
    while (count < own.length && own.at(-1 - count) === segments.at(-1 - count)) count += 1
    return { count, whole: count === own.length }
  }
  // A lone `utils.py` of another package must not pass for ours: two segments at least, unless the file lies at the top.
  const fitting = files.map((file) => ({ file, ...shared(file) })).filter(({ count, whole }) => count > 1 || whole)
  const most = Math.max(0, ...fitting.map(({ count }) => count))
  const best = fitting.filter(({ count }) => count === most)
  return best.length === 1 ? (best[0]?.file ?? null) : null
}

const DEFINITION = /^([ \t]*)(?:async\s+def|def|class)\s+([A-Za-z_]\w*)/gm
const CANDIDATES_READ = 20

/** Definitions whose indexed source holds the pasted code, spaces aside; every one, when several do. */
export async function definitionsOfCode(
  graph: Graph,
  commit: string | null,
  readSource: ReadSource,
  code: string,
  hints: readonly string[],
): Promise<readonly CodeRow[]> {
  const defined = Array.from(code.matchAll(DEFINITION), (match) => ({
    indent: (match[1] ?? '').length,
    name: match[2] ?? '',
  }))
  const outermost = Math.min(...defined.map(({ indent }) => indent))
  const heads = defined.filter(({ indent }) => indent === outermost).map(({ name }) => name)
  const names = heads.length > 0 ? heads : [...new Set([...hints, ...(code.match(/[A-Za-z_]\w{3,}(?=\()/g) ?? [])])]
  if (names.length === 0) return []
  const rows = preferCurrent(mergeRepeated(await graph.run(definitionsNamed, { names })))
  if (commit === null) return heads.length > 0 ? rows : []
  if (heads.length === 0) return callersHolding(graph, commit, readSource, code, rows)
  const holding = await filterHolding(rows.slice(0, CANDIDATES_READ), commit, readSource, code)
  return holding.length > 0 ? holding : rows
}

/** A fragment without a `def`: it stands in a file that has what it calls, or in a file that calls it. */
async function callersHolding(
  graph: Graph,
  commit: string,
  readSource: ReadSource,
  code: string,
  rows: readonly CodeRow[],
): Promise<readonly CodeRow[]> {
  const calling = await graph.run(callers, { keys: rows.slice(0, CANDIDATES_READ).map((row) => storedKey(row.ref)) })
  const unique = new Map([...rows, ...calling].map((row) => [row.ref, row]))
  return filterHolding([...unique.values()].slice(0, 3 * CANDIDATES_READ), commit, readSource, code)
}

async function filterHolding(
  rows: readonly CodeRow[],
  commit: string,
  readSource: ReadSource,
  code: string,
): Promise<CodeRow[]> {
  const wanted = normalise(code)
  const sources = new Map<string, string | null>()
  for (const { path } of rows) if (!sources.has(path)) sources.set(path, await readSource(commit, path))
  const holding = rows.filter((row) => {
    const source = sources.get(row.path)
    if (source === null || source === undefined || row.kind === 'file') return false
    const lines = source.split('\n').slice((row.start_line ?? 1) - 1, row.end_line ?? 0)
    return normalise(lines.join('\n')).includes(wanted)
  })
  // The innermost of nested definitions that hold it.
  return holding.filter(
    (row) =>
      !holding.some(
        (other) =>
          other !== row &&
          other.path === row.path &&
          (other.start_line ?? 0) > (row.start_line ?? 0) &&
          (other.end_line ?? 0) <= (row.end_line ?? 0),
      ),
  )
}

const normalise = (text: string) => text.replace(/\s+/g, '')
