/**
 * `npm run eval -- fingerprint [DIR…] [--black COMMAND] [--mutations N] [--seed N] [--python COMMAND] [--json]`: definitions
 * and fingerprints against CPython's `ast`, on the standard library of the machine's Python and on any directories given.
 *
 * - where definitions begin and end, and whether two have the same fingerprint just when their `ast.dump` is the same;
 * - the directories reformatted by `black` at three line lengths: does a fingerprint change where the dump did not?
 * - random changes of single tokens: does the fingerprint change just when the dump does?
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { table } from '../bench/table.ts'
import type { LanguageParser } from '../src/code/language.ts'
import { pythonLanguage } from '../src/code/python/index.ts'
import { compareMutations, type MutationReport } from './fingerprint-mutations.ts'

const oracle = fileURLToPath(new URL('fingerprint-oracle.py', import.meta.url))
const lineLengths = [60, 88, 120]
const oracleRow = z.object({
  path: z.string(),
  definitions: z.array(z.tuple([z.string(), z.number(), z.number(), z.string()])).nullable(),
})
type Truth = Map<string, readonly (readonly [name: string, start: number, end: number, dump: string])[]>

export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      black: { type: 'string' },
      mutations: { type: 'string', default: '60000' },
      seed: { type: 'string', default: '1' },
      python: { type: 'string', default: 'python3' },
      json: { type: 'boolean', default: false },
    },
  })
  const parser = await pythonLanguage.load()
  const standardLibrary = ask(values.python, ['-c', 'import sysconfig; print(sysconfig.get_paths()["stdlib"])']).trim()
  const directories = [standardLibrary, ...positionals]
  const read = directories.map((directory) => compareDirectory(directory, values.python, parser))
  const { black } = values
  const formatted =
    black === undefined
      ? []
      : positionals.flatMap((directory) => compareFormatted(directory, black, values.python, parser))
  const mutated = await compareMutations(
    [values.python, oracle, 'mutations', values.mutations, values.seed],
    directories.flatMap(pythonFiles),
    parser,
  )
  if (values.json) process.stdout.write(`${JSON.stringify({ read, formatted, mutated })}\n`)
  else process.stdout.write(`${render(read, formatted, mutated)}\n`)
  const failures =
    read.reduce((sum, row) => sum + row.ranges + row.split + row.merged, 0) +
    formatted.reduce((sum, row) => sum + row.falselyChanged + row.missed, 0) +
    mutated.missed +
    mutated.falselyChanged
  return failures === 0 ? 0 : 1
}

interface ReadReport {
  readonly directory: string
  readonly files: number
  readonly definitions: number
  /** Definitions whose name or lines differ from CPython's. */
  ranges: number
  /** The fingerprint is of raw text: the grammar mis-parses what CPython parses. */
  inexact: number
  /** Equal dumps with different fingerprints, different dumps with equal ones. */
  split: number
  merged: number
  /** Per second of processor time: other work on the machine does not count. */
  readonly functionsPerSecond: number
}

function compareDirectory(directory: string, python: string, parser: LanguageParser): ReadReport {
  const truth = readTruth(pythonFiles(directory), python)
  const sources = new Map([...truth.keys()].map((path) => [path, readFileSync(path, 'utf8')]))
  const started = process.cpuUsage()
  const facts = new Map([...sources].map(([path, source]) => [path, parser.extract(source).definitions]))
  const { user, system } = process.cpuUsage(started)
  const seconds = (user + system) / 1e6
  const byDump = new Map<string, string>()
  const byFingerprint = new Map<string, string>()
  const report = { directory, files: truth.size, definitions: 0, ranges: 0, inexact: 0, split: 0, merged: 0 }
  let functions = 0
  for (const [path, expected] of truth) {
    const found = facts.get(path) ?? []
    report.ranges += Math.abs(found.length - expected.length)
    expected.forEach(([name, start, end, dump], i) => {
      const definition = found[i]
      report.definitions++
      if (definition === undefined) return
      if (definition.kind === 'function') functions++
      if (definition.qualifiedName !== name || definition.startLine !== start || definition.endLine !== end)
        report.ranges++
      if (!definition.exact) report.inexact++
      else {
        if ((byDump.get(dump) ?? definition.fingerprint) !== definition.fingerprint) report.split++
        if ((byFingerprint.get(definition.fingerprint) ?? dump) !== dump) report.merged++
        byDump.set(dump, definition.fingerprint)
        byFingerprint.set(definition.fingerprint, dump)
      }
    })
  }
  return { ...report, functionsPerSecond: Math.round(functions / seconds) }
}

interface FormatReport {
  readonly directory: string
  readonly lineLength: number
  definitions: number
  /** The dump stayed, the fingerprint did not. */
  falselyChanged: number
  /** The dump changed, the fingerprint did not. */
  missed: number
  /** Signatures that differ although the dump stayed. */
  signatures: number
}

function compareFormatted(directory: string, black: string, python: string, parser: LanguageParser): FormatReport[] {
  const before = readTruth(pythonFiles(directory), python)
  return lineLengths.map((lineLength) => {
    const copy = mkdtempSync(join(tmpdir(), 'repobrain-format-'))
    try {
      cpSync(directory, copy, { recursive: true })
      const [command = 'black', ...options] = black.split(' ')
      execFileSync(command, [...options, '--quiet', '--line-length', String(lineLength), copy], { stdio: 'inherit' })
      const after = readTruth(pythonFiles(copy), python)
      const report: FormatReport = {
        directory,
        lineLength,
        definitions: 0,
        falselyChanged: 0,
        missed: 0,
        signatures: 0,
      }
      for (const [path, expected] of before) {
        const other = join(copy, path.slice(directory.length))
        const changed = after.get(other)
        if (changed?.length === expected.length) compareFiles(path, other, expected, changed, report, parser)
      }
      return report
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  })
}

type Definitions = readonly (readonly [string, number, number, string])[]

function compareFiles(
  path: string,
  other: string,
  expected: Definitions,
  changed: Definitions,
  report: FormatReport,
  parser: LanguageParser,
): void {
  const before = parser.extract(readFileSync(path, 'utf8')).definitions
  const after = parser.extract(readFileSync(other, 'utf8')).definitions
  expected.forEach(([, , , dump], i) => {
    const isSame = dump === changed[i]?.[3]
    const stays = before[i]?.fingerprint === after[i]?.fingerprint
    report.definitions++
    if (isSame && !stays) report.falselyChanged++
    if (!isSame && stays) report.missed++
    if (isSame && before[i]?.signature !== after[i]?.signature) report.signatures++
  })
}

function readTruth(files: readonly string[], python: string): Truth {
  const truth: Truth = new Map()
  for (const line of ask(python, [oracle, 'functions'], files.join('\n')).split('\n')) {
    if (line === '') continue
    const { path, definitions } = oracleRow.parse(JSON.parse(line))
    if (definitions !== null) truth.set(path, definitions)
  }
  return truth
}

function ask(command: string, args: readonly string[], input = ''): string {
  return execFileSync(command, args, { input, encoding: 'utf8', maxBuffer: 1 << 30 })
}

function pythonFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.py') && !/(?:^|\/)(?:site|dist)-packages\//.test(path))
    .map((path) => join(directory, path))
    .sort()
}

function render(read: readonly ReadReport[], formatted: readonly FormatReport[], mutated: MutationReport): string {
  const parts = [
    counts(
      ['directory', 'files', 'definitions', 'lines differ', 'inexact', 'split', 'merged', 'functions/s'],
      read.map((r) => [
        basename(r.directory),
        r.files,
        r.definitions,
        r.ranges,
        r.inexact,
        r.split,
        r.merged,
        r.functionsPerSecond,
      ]),
    ),
    counts(
      ['mutations', 'dump changed', 'missed', 'dump same', 'falsely changed', 'grammar mis-parses'],
      [
        [
          mutated.changed + mutated.same,
          mutated.changed,
          mutated.missed,
          mutated.same,
          mutated.falselyChanged,
          mutated.inexact,
        ],
      ],
    ),
    ...mutated.examples,
  ]
  if (formatted.length > 0) {
    parts.push(
      counts(
        ['black on', 'line length', 'definitions', 'falsely changed', 'missed', 'signatures'],
        formatted.map((r) => [
          basename(r.directory),
          r.lineLength,
          r.definitions,
          r.falselyChanged,
          r.missed,
          r.signatures,
        ]),
      ),
    )
  }
  return parts.join('\n\n')
}

/** A table of whole numbers. */
function counts(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return table(
    header,
    rows.map((row) => row.map(String)),
  )
}
