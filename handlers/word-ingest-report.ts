/** The report of an ingest for people: aligned lines, at most 80 columns wide where names allow it. */
import type { CodeReport, GitHubReport, HistoryReport, IngestReport, SkippedFile } from '../src/ingest/report.ts'

type Row = readonly [name: string, value: string]

/** Skipped files that are named one by one; the others are counted. */
const NAMED_FILES = 5
const NAMED_LANGUAGES = 4
const NAME_WIDTH = 15
const VALUE_WIDTH = 80 - 2 - NAME_WIDTH

/** Plain text without a final line break; the first line is the outcome in one sentence. */
export function wordIngestReport(report: IngestReport): string {
  const rows: Row[] = [
    ...(report.code ? codeRows(report.code) : []),
    ...(report.history ? historyRows(report.history) : []),
    ...(report.history?.github ? [recordsRow(report.history.github)] : []),
    ...(report.fetched ? [fetchedRow(report.fetched)] : []),
    ['graph', changes(report.changes)],
    ['seconds', seconds(report.seconds)],
  ]
  const lines = rows.map(([name, value]) => `  ${name.padEnd(NAME_WIDTH)}${hanging(value)}`)
  const notes = report.missing.map((text) => `  Not there: ${text}.`)
  return [headline(report), '', ...lines, ...(notes.length ? ['', ...notes] : [])].join('\n')
}

function headline(report: IngestReport): string {
  if (report.commit === null) return `${report.repository} has no commits yet: nothing to index.`
  const where = `${report.commit.slice(0, 7)}${report.branch === null ? '' : ` (${report.branch})`}`
  const shallow = report.shallow ? ' The clone is shallow: history before it is missing.' : ''
  if (report.status === 'degraded') {
    return `${report.repository} is indexed at ${where}, with part of the call data missing.${shallow}`
  }
  return `${report.repository} is indexed at ${where}.${shallow}`
}

function codeRows(code: CodeReport): Row[] {
  const rows: Row[] = [
    ['files', filesOf(code)],
    ['parsed', `${count(code.files_parsed)}, ${count(code.files_cached)} of them from the cache`],
    ['definitions', `${plural(code.functions, 'function')}, ${plural(code.classes, 'class')}`],
    ['calls', callsOf(code)],
  ]
  if (code.files_with_syntax_errors > 0)
    rows.push(['syntax errors', `in ${plural(code.files_with_syntax_errors, 'file')}`])
  if (code.decoded.length > 0)
    rows.push(['not UTF-8', named(code.decoded.map(({ path, encoding }) => `${path} (${encoding})`))])
  if (code.skipped.length > 0) rows.push(['skipped', byReason(code.skipped)])
  if (code.call_failures.length > 0) rows.push(['calls missing', byReason(code.call_failures)])
  return rows
}

function filesOf(code: CodeReport): string {
  const languages = Object.entries(code.files_by_language).sort(([, a], [, b]) => b - a)
  const shown = languages.slice(0, NAMED_LANGUAGES).map(([language, files]) => `${count(files)} ${language}`)
  const others = languages.slice(NAMED_LANGUAGES).reduce((sum, [, files]) => sum + files, 0)
  return [...shown, ...(others > 0 ? [`${count(others)} more`] : [])].join(', ') || 'none'
}

function callsOf(code: CodeReport): string {
  const total = Object.values(code.calls).reduce((sum, calls) => sum + calls, 0)
  const kinds = Object.entries(code.calls)
    .sort(([, a], [, b]) => b - a)
    .map(([how, calls]) => `${count(calls)} ${how}`)
  return `${count(total)} resolved${total > 0 ? ` (${kinds.join(', ')})` : ''}`
}

function historyRows(history: HistoryReport): Row[] {
  const share = history.hunks === 0 ? '' : ` (${((history.hunks_mapped / history.hunks) * 100).toFixed(1)} %)`
  return [
    ['changes', `${plural(history.pull_requests, 'pull request')}, ${plural(history.commits, 'direct commit')}`],
    ['hunks', `${count(history.hunks_mapped)} of ${count(history.hunks)} inside a function${share}`],
    [
      'also',
      `${plural(history.issues, 'issue')}, ${history.people === 1 ? '1 person' : `${count(history.people)} people`}`,
    ],
  ]
}

function recordsRow({ pull_requests, issues, reviews, remarks, remarks_placed }: GitHubReport): Row {
  const remarked = `${plural(remarks, 'remark')} (${count(remarks_placed)} on lines of a function)`
  const records = `${plural(pull_requests, 'pull request')}, ${plural(issues, 'issue')}, ${plural(reviews, 'review')}`
  return ['from GitHub', `${records}, ${remarked}`]
}

function fetchedRow({ requests, points, name, renamed_from }: NonNullable<IngestReport['fetched']>): Row {
  const renamed = renamed_from === null ? '' : `; ${renamed_from} is called ${name} there today`
  return ['asked GitHub', `${plural(requests, 'request')}, ${plural(points, 'point')} of its limit${renamed}`]
}

function changes(written: IngestReport['changes']): string {
  const put = `${plural(written.nodes_written, 'node')}, ${plural(written.edges_written, 'edge')} written`
  const deleted = written.nodes_deleted + written.edges_deleted
  if (deleted + written.nodes_written + written.edges_written === 0) return 'was up to date'
  return deleted === 0 ? put : `${put}; ${count(written.nodes_deleted)}, ${count(written.edges_deleted)} deleted`
}

function seconds(byStage: IngestReport['seconds']): string {
  const { total = 0, ...stages } = byStage
  const slow = Object.entries(stages).filter(([, spent]) => spent >= 0.05)
  return `${total.toFixed(1)}${slow.length ? ` (${slow.map(([stage, spent]) => `${stage} ${spent.toFixed(1)}`).join(', ')})` : ''}`
}

function byReason(files: readonly SkippedFile[]): string {
  const reasons = new Map<string, string[]>()
  for (const { path, reason } of files) reasons.set(reason, [...(reasons.get(reason) ?? []), path])
  return [...reasons].map(([reason, paths]) => `${named(paths)}: ${reason}`).join('; ')
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_FILES).join(', ')
  return names.length > NAMED_FILES ? `${shown} and ${count(names.length - NAMED_FILES)} more` : shown
}

/** Breaks at blanks, each further line under the first. */
function hanging(value: string): string {
  const lines = ['']
  for (const word of value.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + 1 + word.length > VALUE_WIDTH) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join(`\n${' '.repeat(2 + NAME_WIDTH)}`)
}

const count = (number: number) => number.toLocaleString('en-US')
const plural = (number: number, noun: string) =>
  `${count(number)} ${noun}${number === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`
