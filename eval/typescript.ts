/**
 * `npm run eval -- typescript [clone…] [--without PATTERN] [--json] [--show N]`: functions and calls of TypeScript and JavaScript projects, as
 * committed, against TypeScript's own checker. Without a clone, this project. Calls count whose declaration has a body. Files
 * whose path matches PATTERN are left out: a checker may need many minutes for tests of types.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { FileFacts } from '../src/code/facts.ts'
import { typescriptLanguage } from '../src/code/typescript/index.ts'
import { readTruth, type Truth } from './typescript-truth.ts'

const confident = 0.9
const targets = { functions: 0.995, confidentPrecision: 0.97, recall: 0.85 }

interface Report {
  readonly project: string
  readonly files: number
  readonly functions: number
  /** Share of the functions whose name and lines are exactly those of the truth. */
  readonly exact: number
  readonly edges: number
  readonly recall: number
  readonly confident: number
  readonly confidentPrecision: number
  readonly precision: number
  /** Processor time, in seconds. */
  readonly extractSeconds: number
  readonly resolveSeconds: number
  readonly missing: readonly string[]
  readonly extra: readonly string[]
  readonly functionsMissing: readonly string[]
}

export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' }, show: { type: 'string', default: '0' }, without: { type: 'string' } },
  })
  const without = values.without === undefined ? null : new RegExp(values.without)
  const reports: Report[] = []
  for (const clone of positionals.length === 0 ? ['.'] : positionals)
    reports.push(await withCommitted(clone, (root, name) => compare(root, name, without)))
  const show = Number(values.show)
  process.stdout.write(values.json ? `${JSON.stringify(reports)}\n` : table(reports, show))
  const isGood = reports.every(
    ({ exact, confidentPrecision, recall }) =>
      exact >= targets.functions && confidentPrecision >= targets.confidentPrecision && recall >= targets.recall,
  )
  return isGood ? 0 : 1
}

/** Lays out what a clone's HEAD holds in a folder of its own. */
async function withCommitted(clone: string, use: (root: string, name: string) => Promise<Report>): Promise<Report> {
  const root = mkdtempSync(join(tmpdir(), 'repobrain-typescript-'))
  try {
    const archive = execFileSync('git', ['-C', clone, 'archive', 'HEAD'], { maxBuffer: 1 << 30 })
    mkdirSync(join(root, 'tree'))
    execFileSync('tar', ['x', '-C', join(root, 'tree')], { input: archive })
    const packages = resolve(clone, 'node_modules')
    if (existsSync(packages)) symlinkSync(packages, join(root, 'tree', 'node_modules'))
    const name = basename(resolve(clone)) === 'repo' ? basename(resolve(clone, '..')) : basename(resolve(clone))
    return await use(join(root, 'tree'), name)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function compare(root: string, project: string, without: RegExp | null): Promise<Report> {
  const parser = await typescriptLanguage.load()
  const all = (readdirSync(root, { recursive: true }) as string[])
    .filter((path) => !path.includes('node_modules') && without?.test(path) !== true)
    .sort()
  const paths = all.filter((path) => typescriptLanguage.extensions.includes(extname(path)))
  const settings = all.filter((path) => typescriptLanguage.settings?.test(basename(path)))
  const sources = [...paths, ...settings].map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
  const extracting = process.cpuUsage()
  const facts = new Map<string, FileFacts>(sources.map(([path, source]) => [path, parser.extract(source)]))
  const extractSeconds = secondsSince(extracting)
  const resolving = process.cpuUsage()
  const { calls } = typescriptLanguage.resolve(facts)
  const resolveSeconds = secondsSince(resolving)
  const truth = readTruth(root, paths)

  const nameOf = (path: string, index: number | null): string => {
    const definition = index === null ? undefined : facts.get(path)?.definitions[index]
    return definition === undefined ? path : `${path}:${definition.name}:${definition.startLine}:${definition.endLine}`
  }
  const functions = new Set<string>()
  for (const path of paths)
    facts.get(path)?.definitions.forEach(({ kind }, index) => {
      if (kind === 'function') functions.add(nameOf(path, index))
    })
  const found = new Map<string, number>()
  for (const { from, to, confidence } of calls)
    found.set(`${nameOf(from.path, from.index)} -> ${nameOf(to.path, to.index)}`, confidence)
  return { project, files: paths.length, ...score(functions, found, truth), extractSeconds, resolveSeconds }
}

function score(functions: ReadonlySet<string>, found: ReadonlyMap<string, number>, truth: Truth) {
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)
  const functionsMissing = [
    ...[...truth.functions].filter((each) => !functions.has(each)).map((each) => `missing ${each}`),
    ...[...functions].filter((each) => !truth.functions.has(each)).map((each) => `extra ${each}`),
  ]
  const exact = [...truth.functions].filter((each) => functions.has(each)).length
  const missing = [...truth.edges].filter((edge) => !found.has(edge))
  const sure = [...found].filter(([, confidence]) => confidence >= confident)
  const extra = sure.filter(([edge]) => !truth.edges.has(edge)).map(([edge]) => edge)
  return {
    functions: truth.functions.size,
    exact: share(exact, Math.max(truth.functions.size, functions.size)),
    edges: truth.edges.size,
    recall: share(truth.edges.size - missing.length, truth.edges.size),
    confident: sure.length,
    confidentPrecision: share(sure.length - extra.length, sure.length),
    precision: share(truth.edges.size - missing.length, found.size),
    missing,
    extra,
    functionsMissing,
  }
}

function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

function table(reports: readonly Report[], show: number): string {
  const percent = (value: number) => `${(100 * value).toFixed(2)} %`
  const header = [
    'project',
    'files',
    'functions',
    'exact lines',
    'edges',
    'recall',
    'confident',
    'precision of these',
    'extract s',
    'resolve s',
  ]
  const rows = reports.map((r) => [
    r.project,
    String(r.files),
    String(r.functions),
    percent(r.exact),
    String(r.edges),
    percent(r.recall),
    String(r.confident),
    percent(r.confidentPrecision),
    r.extractSeconds.toFixed(2),
    r.resolveSeconds.toFixed(2),
  ])
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const lines = [header, ...rows].map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '))
  for (const { project, missing, extra, functionsMissing } of reports) {
    for (const each of functionsMissing.slice(0, show)) lines.push(`${project}: function ${each}`)
    for (const each of spread(missing, show)) lines.push(`${project}: missing ${each}`)
    for (const each of spread(extra, show)) lines.push(`${project}: extra ${each}`)
  }
  return `${lines.join('\n')}\n`
}

/** So many of a list, evenly spread over it. */
function spread(list: readonly string[], count: number): string[] {
  if (list.length <= count) return [...list]
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)] ?? '')
}
