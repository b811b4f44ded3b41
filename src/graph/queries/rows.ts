/** Row schemas and `RETURN` fragments that several queries share. */
import { z } from 'zod'

export const codeRow = z.object({
  ref: z.string(),
  kind: z.enum(['function', 'class', 'file']),
  path: z.string(),
  qualified_name: z.string().nullable(),
  name: z.string(),
  start_line: z.number().nullable(),
  end_line: z.number().nullable(),
  signature: z.string().nullable(),
  gone: z.boolean(),
  test: z.boolean(),
})
export type CodeRow = z.infer<typeof codeRow>

/** Columns of `codeRow` for the variable of a definition or a file. */
export const returnCode = (variable: string, kind: 'function' | 'class' | 'file') =>
  `${variable}.ref AS ref, '${kind}' AS kind, ${variable}.path AS path, ${variable}.qualified_name AS qualified_name, ` +
  `coalesce(${variable}.name, ${variable}.path) AS name, ${variable}.start_line AS start_line, ` +
  `${variable}.end_line AS end_line, ${variable}.signature AS signature, coalesce(${variable}.gone, false) AS gone, coalesce(${variable}.test, false) AS test`

export const personRow = z.object({
  ref: z.string(),
  name: z.string().nullable(),
  login: z.string().nullable(),
  bot: z.boolean(),
})
export type PersonRow = z.infer<typeof personRow>

/** Fields of `personRow` for the variable of a person. */
export const returnPerson = (variable: string) =>
  `ref: ${variable}.ref, name: ${variable}.name, login: ${variable}.login, bot: coalesce(${variable}.bot, false)`

const issueRow = z.object({ number: z.number(), title: z.string().nullable(), how: z.string().nullable() })

/** A pull request, or a commit that no pull request records, with its people and the issues it fixes. */
export const changeRow = z.object({
  ref: z.string(),
  kind: z.enum(['pull_request', 'commit']),
  number: z.number().nullable(),
  sha: z.string().nullable(),
  title: z.string(),
  /** `open`, `closed` or `merged` where GitHub's records tell. */
  state: z.string().nullable(),
  /** Who opened it has no account any more. */
  author_deleted: z.boolean(),
  /** All reviews are recorded: where there is none, there was none. */
  reviews_indexed: z.boolean(),
  /** ISO 8601: merged (pull request) or authored (commit). */
  at: z.string().nullable(),
  url: z.string().nullable(),
  /** Functions that the change touched in all: how much of a bulk change it is. */
  breadth: z.number(),
  /** Main author first. */
  authors: z
    .array(personRow.extend({ order: z.number() }))
    .transform((authors) => authors.sort((a, b) => a.order - b.order)),
  reviewers: z.array(personRow.extend({ state: z.string().nullable(), at: z.string().nullable() })),
  mergers: z.array(personRow),
  issues: z.array(issueRow),
})

const changeItself = (c: string) => `${c}.ref AS ref,
  CASE WHEN ${c}.number IS NULL THEN 'commit' ELSE 'pull_request' END AS kind, ${c}.number AS number, ${c}.sha AS sha,
  coalesce(${c}.title, '') AS title, coalesce(${c}.merged_at, ${c}.authored_at) AS at, ${c}.url AS url,
  ${c}.state AS state, coalesce(${c}.author_deleted, false) AS author_deleted,
  coalesce(${c}.reviews_indexed, false) AS reviews_indexed, coalesce(${c}.breadth, 0) AS breadth`
const changeIssues = (c: string) => `[(${c})-[x:FIXES]->(i) | {number: i.number, title: i.title, how: x.how}] AS issues`

/** Columns of `changeRow` for the variable of a PullRequest or Commit. */
export const returnChange = (c: string) => `${changeItself(c)},
  [(${c})<-[w:AUTHORED]-(a) | {${returnPerson('a')}, order: coalesce(w.order, 0)}] AS authors,
  [(${c})<-[v:REVIEWED]-(r) | {${returnPerson('r')}, state: v.state, at: v.at}] AS reviewers,
  [(${c})<-[:MERGED]-(g) | {${returnPerson('g')}}] AS mergers,
  ${changeIssues(c)}`

/**
 * The same for many changes: all people by one traversal, where three cost a multiple. Goes between the last WITH, of which it
 * keeps `columns`, and RETURN; the order of rows is lost.
 */
export const gatherAround = (c: string, columns: string) => `OPTIONAL MATCH (${c})<-[w]-(p:Person)
WITH ${c}, ${columns},
  collect({how: type(w), ${returnPerson('p')}, order: coalesce(w.order, 0), state: w.state, at: w.at}) AS people
OPTIONAL MATCH (${c})-[x:FIXES]->(i:Issue)
WITH ${c}, ${columns}, people, collect({number: i.number, title: i.title, how: x.how}) AS fixed`
export const returnGathered = (c: string) => `${changeItself(c)},
  [p IN people WHERE p.how = 'AUTHORED'] AS authors, [p IN people WHERE p.how = 'REVIEWED'] AS reviewers,
  [p IN people WHERE p.how = 'MERGED'] AS mergers, [i IN fixed WHERE i.number IS NOT NULL] AS issues`

/** What a change did to one function; the names it had then when they differ from today's. */
export const modifiesRow = z.object({
  did: z.enum(['added', 'changed', 'signature', 'moved', 'deleted']),
  added: z.number(),
  removed: z.number(),
  /** It came with a pull request inside this one, which merges branches as far as this function goes. */
  carried: z.boolean(),
  was_path: z.string().nullable(),
  was_qualified_name: z.string().nullable(),
})
export const returnModifies = (m: string) =>
  `${m}.kind AS did, coalesce(${m}.added, 0) AS added, coalesce(${m}.removed, 0) AS removed, coalesce(${m}.carried, false) AS carried, ` +
  `${m}.was_path AS was_path, ${m}.was_qualified_name AS was_qualified_name`

export const callRow = codeRow.extend({
  how: z.string(),
  confidence: z.number(),
  lines: z.array(z.number()),
})
export const returnCall = (e: string) =>
  `coalesce(${e}.how, 'unknown') AS how, coalesce(${e}.confidence, 0.0) AS confidence, coalesce(${e}.lines, []) AS lines`
