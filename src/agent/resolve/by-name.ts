/** Names in a question, exactly as they are defined: whole, from any segment on, or behind their module. */

import { definitionsNamed } from '../../graph/queries/definitions-named.ts'
import { filesMatching } from '../../graph/queries/files-matching.ts'
import { inheritedMembers } from '../../graph/queries/inherited-members.ts'
import { isFolder } from '../../graph/queries/is-folder.ts'
import type { CodeRow } from '../../graph/queries/rows.ts'
import type { Graph } from '../../graph/types.ts'
import { groupBy } from '../group-by.ts'
import type { Mention } from '../question/mentions.ts'
import type { Question } from '../question/read-question.ts'
import { isStopWord } from '../question/words.ts'
import { mergeRepeated, moduleSegments } from './candidate.ts'

export interface NameMatch {
  readonly mention: Mention
  /** Best first; more than one where the name alone does not decide. */
  readonly rows: readonly CodeRow[]
  readonly score: number
  readonly inherited: boolean
}

export interface NameMatches {
  /** Matches of what looks like code or a path, the best first. */
  readonly matches: readonly NameMatch[]
  /** What looks like code and is no name. */
  readonly unknown: readonly Mention[]
}

const SEGMENT = 10
const CONTEXT = 4
const FUNCTION = 3
const QUOTED = 2
const LATER = 1

/** One query for all names; further ones only for paths and for members that are not where they were said to be. */
export async function matchNames(graph: Graph, question: Question): Promise<NameMatches> {
  // Where two ends are asked for, plain words are names; elsewhere English words that happen to be names would mislead.
  const plain = question.intents.includes('path-between')
  const mentions = question.mentions.filter(
    ({ kind, quoted, text }) => kind !== 'word' || quoted || (plain && !isStopWord(text)),
  )
  const names = [
    ...new Set(mentions.filter(({ kind }) => kind !== 'path').map(({ text }) => segmentsOf(text).at(-1) ?? text)),
  ]
  const rows = names.length === 0 ? [] : await graph.run(definitionsNamed, { names })
  const byName = groupBy(rows, (row) => row.name)
  const context = new Set(question.mentions.flatMap(({ text }) => segmentsOf(text)))
  const matches: NameMatch[] = []
  const unknown: Mention[] = []
  for (const [order, mention] of mentions.entries()) {
    const match =
      mention.kind === 'path' ? await matchPath(graph, mention) : await matchDefinition(graph, mention, byName, context)
    if (match) matches.push({ ...match, score: match.score + (mention.quoted ? QUOTED : 0) - order * LATER })
    else if (mention.kind !== 'word' || mention.quoted) unknown.push(mention)
  }
  return { matches: withoutOwners(matches.sort((a, b) => b.score - a.score)), unknown }
}

async function matchDefinition(
  graph: Graph,
  mention: Mention,
  byName: ReadonlyMap<string, readonly CodeRow[]>,
  context: ReadonlySet<string>,
): Promise<NameMatch | null> {
  const segments = segmentsOf(mention.text)
  const fitting = mergeRepeated(byName.get(segments.at(-1) ?? '') ?? []).filter((row) => fits(row, segments))
  if (fitting.length === 0) return matchInherited(graph, mention, segments)
  const scored = preferCurrent(fitting).map((row) => ({ row, score: scoreOf(row, segments, context) }))
  const best = Math.max(...scored.map(({ score }) => score))
  const rows = scored.filter(({ score }) => score === best).map(({ row }) => row)
  return { mention, rows, score: best, inherited: false }
}

/** `Flask.redirect` where `Flask` gets `redirect` from a class that it extends. */
async function matchInherited(graph: Graph, mention: Mention, segments: readonly string[]): Promise<NameMatch | null> {
  const name = segments.at(-1)
  const owner = segments.at(-2)
  if (name === undefined || owner === undefined) return null
  const rows = await graph.run(inheritedMembers, { class_name: owner, name })
  const nearest = preferCurrent(rows)[0]
  return nearest ? { mention, rows: [nearest], score: segments.length * SEGMENT, inherited: true } : null
}

async function matchPath(graph: Graph, mention: Mention): Promise<NameMatch | null> {
  const path = mention.text
  const rows = preferCurrent(await graph.run(filesMatching, { path, suffix: `/${path}` }))
  const exact = rows.filter((row) => row.path === path)
  const files = exact.length > 0 ? exact : rows
  const found = files.length > 0 ? files : await matchFolder(graph, path)
  return found.length === 0 ? null : { mention, rows: found, score: path.split('/').length * SEGMENT, inherited: false }
}

/** A folder has no node of its own: it is told from a file by the slash at its end. */
async function matchFolder(graph: Graph, path: string): Promise<CodeRow[]> {
  const prefix = `${path.replace(/\/+$/, '')}/`
  const [found] = await graph.run(isFolder, { prefix })
  if (!found) return []
  const none = { qualified_name: null, start_line: null, end_line: null, signature: null }
  return [{ ref: `file:${prefix}`, kind: 'file', path: prefix, name: prefix, ...none, gone: false, test: false }]
}

/** The last segments are the qualified name's; what stands before them must be modules of its path, in order. */
function fits(row: CodeRow, segments: readonly string[]): boolean {
  const own = (row.qualified_name ?? row.name).split('.')
  const shared = Math.min(own.length, segments.length)
  for (let back = 1; back <= shared; back += 1) if (own.at(-back) !== segments.at(-back)) return false
  const modules = moduleSegments(row.path)
  let from = 0
  return segments.slice(0, segments.length - shared).every((segment) => {
    from = modules.indexOf(segment, from) + 1
    return from > 0
  })
}

function scoreOf(row: CodeRow, segments: readonly string[], context: ReadonlySet<string>): number {
  const owners = [...(row.qualified_name ?? '').split('.').slice(0, -1), ...moduleSegments(row.path).slice(-1)]
  const named = owners.filter((owner) => context.has(owner) && !segments.includes(owner)).length
  const whole = row.qualified_name === segments.join('.') && segments.length > 1 ? 1 : 0
  return segments.length * SEGMENT + named * CONTEXT + (row.kind === 'function' ? FUNCTION : 0) + whole
}

/** Code that exists before code that is gone, code of the project before its tests. */
export function preferCurrent(rows: readonly CodeRow[]): readonly CodeRow[] {
  const current = rows.filter((row) => !row.gone)
  const pool = current.length > 0 ? current : rows
  const own = pool.filter((row) => !row.test)
  return own.length > 0 ? own : pool
}

/** A class that was named only to say whose method is meant is no subject of its own. */
function withoutOwners(matches: readonly NameMatch[]): NameMatch[] {
  return matches.filter(
    (match) =>
      !match.rows.every((owner) =>
        matches.some(
          (other) =>
            other !== match &&
            other.rows.some(
              (row) => row.path === owner.path && row.qualified_name?.startsWith(`${owner.qualified_name}.`),
            ),
        ),
      ),
  )
}

export const segmentsOf = (name: string) =>
  name
    .replace(/^.*\.\w+::/, '')
    .split(/\.|::/)
    .filter((segment) => segment !== '')
