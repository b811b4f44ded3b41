import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { LanguageParser } from '../src/code/language.ts'

export interface MutationReport {
  /** Mutants whose dump differs from the original's, and how many of them kept the fingerprint. */
  changed: number
  missed: number
  /** Mutants with the same dump, and how many of them changed the fingerprint although the grammar parses them. */
  same: number
  falselyChanged: number
  /** Mutants that CPython parses and the grammar does not. */
  inexact: number
  /** What went wrong, at most ten. */
  readonly examples: string[]
}

const row = z.tuple([z.string(), z.string(), z.boolean()])

/** Runs the oracle on `files` and compares its verdict on every mutant with the fingerprint's. */
export async function compareMutations(
  [command = 'python3', ...args]: readonly string[],
  files: readonly string[],
  parser: LanguageParser,
): Promise<MutationReport> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(files.join('\n'))
  const report: MutationReport = { changed: 0, missed: 0, same: 0, falselyChanged: 0, inexact: 0, examples: [] }
  let last = { text: '', fingerprint: '' }
  for await (const line of createInterface({ input: child.stdout })) {
    const [text, mutant, isSame] = row.parse(JSON.parse(line))
    if (text !== last.text) last = { text, fingerprint: parser.extract(text).definitions[0]?.fingerprint ?? '' }
    const definition = parser.extract(mutant).definitions[0]
    const stays = definition?.fingerprint === last.fingerprint
    if (definition?.exact === false) report.inexact++
    if (isSame) report.same++
    else report.changed++
    const isMissed = !isSame && stays
    const isFalse = isSame && !stays && definition?.exact === true
    if (isMissed) report.missed++
    if (isFalse) report.falselyChanged++
    if ((isMissed || isFalse) && report.examples.length < 10) {
      report.examples.push(`${isMissed ? 'missed' : 'falsely changed'}:\n${text}--- became ---\n${mutant}`)
    }
  }
  return report
}
