import { UserError } from '../../errors.ts'
import { issueKey, type NodeLabel, pullRequestKey, storedKey } from '../../graph/entities.ts'
import { commitByPrefix } from '../../graph/queries/commit-by-prefix.ts'
import { definitionsNamed } from '../../graph/queries/definitions-named.ts'
import { filesMatching } from '../../graph/queries/files-matching.ts'
import { nodeByKey, peopleNamed } from '../../graph/queries/node-and-edges.ts'
import type { Graph } from '../../graph/types.ts'

const LABELS: Readonly<Record<string, NodeLabel>> = {
  function: 'Function',
  class: 'Class',
  file: 'File',
  pr: 'PullRequest',
  issue: 'Issue',
  commit: 'Commit',
  person: 'Person',
  repository: 'Repository',
  task: 'Task',
  note: 'Note',
}

/** Label of the node that a readable key (`function:…`, `pr:5818`) belongs to. */
export function labelOf(ref: string): NodeLabel {
  const label = LABELS[ref.slice(0, ref.indexOf(':'))]
  if (label) return label
  throw new UserError(
    `${ref} is no key of the graph.`,
    `Keys begin with ${Object.keys(LABELS)
      .map((name) => `${name}:`)
      .join(', ')}.`,
    { exitCode: 2 },
  )
}

/** Readable keys of the nodes that the text may mean: a key, #N, @login, a commit, a path, a symbol. None, one or several. */
export async function findNode(graph: Graph, text: string): Promise<string[]> {
  const what = text.trim()
  if (/^(?:function|class|file|pr|issue|commit|person|repository|task|note):/.test(what)) return [what]
  const number = /^#?(\d+)$/.exec(what)?.[1]
  if (number !== undefined) return findNumber(graph, Number(number))
  if (what.startsWith('@'))
    return (await graph.run(peopleNamed, { name: what.slice(1).toLowerCase() })).map(({ ref }) => ref)
  const found = [...(await findDefinitions(graph, what)), ...(await findFiles(graph, what))]
  if (found.length > 0) return found
  if (/^[0-9a-f]{7,40}$/i.test(what))
    return (await graph.run(commitByPrefix, { sha: what.toLowerCase() })).map(({ ref }) => ref)
  return (await graph.run(peopleNamed, { name: what.toLowerCase() })).map(({ ref }) => ref)
}

async function findNumber(graph: Graph, number: number): Promise<string[]> {
  const [pullRequest, issue] = await Promise.all([
    graph.run(nodeByKey('PullRequest'), { key: storedKey(pullRequestKey(number)) }),
    graph.run(nodeByKey('Issue'), { key: storedKey(issueKey(number)) }),
  ])
  return [...pullRequest, ...issue].map(({ ref }) => ref)
}

/** By the end of the qualified name; those that still exist come before those that are gone. */
async function findDefinitions(graph: Graph, what: string): Promise<string[]> {
  const name = what.replace(/\(\)$/, '')
  const rows = await graph.run(definitionsNamed, { names: [name.slice(name.lastIndexOf('.') + 1)] })
  const matching = rows.filter(({ qualified_name }) => qualified_name === name || qualified_name?.endsWith(`.${name}`))
  const current = matching.filter(({ gone }) => !gone)
  const alive = current.length > 0 ? current : matching
  const exact = alive.filter(({ qualified_name }) => qualified_name === name)
  return (exact.length > 0 ? exact : alive).map(({ ref }) => ref)
}

async function findFiles(graph: Graph, what: string): Promise<string[]> {
  const rows = await graph.run(filesMatching, { path: what, suffix: `/${what}` })
  const exact = rows.filter(({ path }) => path === what)
  return (exact.length > 0 ? exact : rows).map(({ ref }) => ref)
}
