/**
 * `npm run eval -- languages`: what calls go through in each language, found out with one small program for each feature,
 * written to `docs/languages.md` between its marks.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FileFacts } from '../src/code/facts.ts'
import type { Language } from '../src/code/language.ts'
import { pythonLanguage } from '../src/code/python/index.ts'
import { typescriptLanguage } from '../src/code/typescript/index.ts'
import { languageFeatures, type Probe } from './language-features.ts'

const page = fileURLToPath(new URL('../docs/languages.md', import.meta.url))
const marks = {
  begin: '<!-- what resolves: written by `npm run eval -- languages` -->',
  end: '<!-- what resolves: end -->',
}
const confident = 0.9
const columns = [
  { title: 'Python', language: pythonLanguage, name: 'python' },
  { title: 'TypeScript, TSX, JavaScript', language: typescriptLanguage, name: 'typescript' },
] as const

export async function run(): Promise<number> {
  writeFileSync(page, await withFeatures(readFileSync(page, 'utf8')))
  return 0
}

/** The page with its table as it is today. Throws when the page lacks the marks. */
export async function withFeatures(text: string): Promise<string> {
  const [before, rest] = split(text, marks.begin)
  const [, after] = split(rest, marks.end)
  const rows = [['a call through', ...columns.map(({ title }) => title)]]
  for (const { feature, probes } of languageFeatures) {
    const cells = columns.map(({ language, name }) => verdict(language, probes[name]))
    rows.push([feature, ...(await Promise.all(cells))])
  }
  return `${before}${marks.begin}\n\n${tableOf(rows)}\n\n${marks.end}${after}`
}

/** Whether the call is found: `yes`, with what confidence if that is low, or `no`. */
async function verdict(language: Language, probe: Probe | null): Promise<string> {
  if (probe === null) return '–'
  const parser = await language.load()
  const files = new Map<string, FileFacts>(
    Object.entries(probe.files).map(([path, source]) => [path, parser.extract(source)]),
  )
  const nameOf = (path: string, index: number | null) =>
    index === null ? path : (files.get(path)?.definitions[index]?.qualifiedName ?? '')
  const found = language
    .resolve(files)
    .calls.find(({ from, to }) => `${nameOf(from.path, from.index)} -> ${nameOf(to.path, to.index)}` === probe.edge)
  if (found === undefined) return 'no'
  return found.confidence >= confident ? 'yes' : `unsure (${found.confidence})`
}

function split(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark)
  if (at < 0) throw new Error(`docs/languages.md lacks the mark ${mark}`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}

function tableOf([header = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => [...(row[column] ?? '')].length)))
  const line = (cells: readonly string[], filler = ' ') =>
    `| ${cells.map((cell, column) => cell + filler.repeat((widths[column] ?? 0) - [...cell].length)).join(' | ')} |`
  return [
    line(header),
    line(
      header.map(() => ''),
      '-',
    ),
    ...rows.map((row) => line(row)),
  ].join('\n')
}
