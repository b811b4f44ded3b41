import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FunctionChange } from '../../code/changes/function-change.ts'
import type { Language } from '../../code/language.ts'
import { openAppendOnlyFile } from './append-only-file.ts'
import type { StepRecord } from './step-record.ts'

export interface StepCache {
  /** With `base`, the step as the commits of its own branch, which begins there, tell it. */
  get(commit: string, parent: string | null, base?: string): StepRecord | undefined
  put(records: readonly StepRecord[], base?: string): void
}

/** Changes whenever a step would be mapped to another record; older records are then not found. */
const VERSION = 6

type Row = readonly [
  commit: string,
  parent: string | null,
  paths: readonly (readonly [was: string | null, now: string | null] | string)[],
  functions: readonly FunctionRow[],
  changelog: readonly number[],
  hunks: number,
  hunksMapped: number,
  base?: string,
]
type FunctionRow = readonly (string | number)[]

const kinds = ['added', 'changed', 'signature', 'moved', 'deleted', 'kept'] as const

/** Mapped steps of one repository on disk; a step is a pure function of its two commits and the languages' versions. */
export function openStepCache(dir: string, languages: readonly Language[]): StepCache {
  const versions = languages.map(({ name, version }) => `${name} ${version}`).sort()
  const id = createHash('sha256')
    .update([VERSION, ...versions].join('\n'))
    .digest('hex')
    .slice(0, 12)
  const file = openAppendOnlyFile(join(dir, `steps-${id}.jsonl`))
  let lines: Map<string, string[]> | undefined
  const known = new Map<string, StepRecord>()
  /** The file is read when first asked for, and of it the lines of that commit: a sync asks for few. */
  const read = (commit: string) => {
    lines ??= linesByCommit(file.lines())
    for (const line of lines.get(commit) ?? []) {
      const row = parseRow(line)
      if (row !== null) known.set(idOf(row[0], row[1], row[7]), decode(row))
    }
    lines.delete(commit)
  }
  return {
    get(commit, parent, base) {
      const id = idOf(commit, parent, base)
      if (!known.has(id)) read(commit)
      return known.get(id)
    },
    put(records, base) {
      for (const record of records) known.set(idOf(record.commit, record.parent, base), record)
      file.append(records.map((record) => encode(record, base)))
    },
  }
}

/** Every line begins with its commit: `["<sha>",`. */
function linesByCommit(all: readonly string[]): Map<string, string[]> {
  const lines = new Map<string, string[]>()
  for (const line of all) {
    const commit = line.slice(2, 42)
    const known = lines.get(commit)
    if (known === undefined) lines.set(commit, [line])
    else known.push(line)
  }
  return lines
}

function parseRow(line: string): Row | null {
  try {
    return JSON.parse(line) as Row
  } catch {
    return null
  }
}

const idOf = (commit: string, parent: string | null, base = '') => `${commit} ${parent} ${base}`

/** Places are stored as number of the path, two for each file, and key. */
function encode(record: StepRecord, base?: string): Row {
  const indices = new Map<string, number>()
  record.files.forEach(([was, now], index) => {
    if (was !== null) indices.set(`was ${was}`, index)
    if (now !== null) indices.set(`now ${now}`, index)
  })
  return [
    record.commit,
    record.parent,
    record.files.map(([was, now]) => (was !== null && was === now ? was : [was, now])),
    record.functions.map((change) => encodeChange(change, indices)),
    record.changelog.map(({ number, pull }) => (pull ? -number : number)),
    record.hunks,
    record.hunksMapped,
    ...(base === undefined ? ([] as const) : ([base] as const)),
  ]
}

function encodeChange(
  { kind, was, now, added, removed }: FunctionChange,
  indices: ReadonlyMap<string, number>,
): FunctionRow {
  const old = was === null ? -1 : (indices.get(`was ${was.path}`) ?? -1)
  const fresh = now === null ? -1 : (indices.get(`now ${now.path}`) ?? -1)
  const row = [kinds.indexOf(kind), added, removed, old, fresh, now?.key ?? was?.key ?? '']
  return was !== null && now !== null && was.key !== now.key ? [...row, was.key] : row
}

function decode([commit, parent, paths, functions, changelog, hunks, hunksMapped]: Row): StepRecord {
  const files = paths.map((entry) => (typeof entry === 'string' ? ([entry, entry] as const) : entry))
  return {
    commit,
    parent,
    files,
    functions: functions.map((row) => decodeChange(row, files)),
    changelog: changelog.map((number) => ({ number: Math.abs(number), pull: number < 0 })),
    hunks,
    hunksMapped,
  }
}

function decodeChange(row: FunctionRow, files: StepRecord['files']): FunctionChange {
  const [kind = 0, added = 0, removed = 0, old = -1, fresh = -1, key = '', wasKey = key] = row
  const before = files[Number(old)]?.[0] ?? null
  const after = files[Number(fresh)]?.[1] ?? null
  const was = before === null ? null : { path: before, key: String(wasKey) }
  const isSame = was !== null && before === after && wasKey === key
  const now = after === null ? null : isSame ? was : { path: after, key: String(key) }
  return { kind: kinds[Number(kind)] ?? 'changed', was, now, added: Number(added), removed: Number(removed) }
}
