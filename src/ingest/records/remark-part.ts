import { splitFunctionKey } from '../../code/changes/function-change.ts'
import { commentKey, type GraphEdge, type GraphNode, pullRequestKey } from '../../graph/entities.ts'
import type { GraphPart } from '../desired-graph.ts'
import type { FunctionPart } from '../history/function-part.ts'
import { inOrder } from './accounts.ts'
import type { GitHubRecords } from './github-records.ts'
import type { RemarkPlace } from './remark-places.ts'
import { remarksOf } from './remarks.ts'

/**
 * The words of reviews: each part of its pull request, and those on code concern the function that their line is in, wherever
 * that function is today.
 */
export function remarkPart(
  github: GitHubRecords,
  places: ReadonlyMap<string, RemarkPlace>,
  functions: FunctionPart,
  code: GraphPart,
): GraphPart {
  const today = functionsOfToday(functions, code)
  const nodes: GraphNode[] = []
  const edges: GraphEdge[] = []
  for (const pull of inOrder(github.pulls)) {
    const to = pullRequestKey(pull.number)
    for (const { url, body, at, code: on } of remarksOf(pull)) {
      const from = commentKey(url)
      const props = { number: pull.number, body, url, at, path: on?.path ?? null, line: on?.line ?? null }
      nodes.push({ key: from, label: 'Comment', props })
      edges.push({ label: 'PART_OF', from, to, props: {} })
      const place = places.get(url)
      const concerned = place && today(to, place)
      if (concerned !== undefined) edges.push({ label: 'CONCERNS', from, to: concerned, props: {} })
    }
  }
  return { nodes, edges }
}

/** What a pull request changed is followed to its place of today; what it only showed is looked for under its name. */
function functionsOfToday({ nodes, formerKeys, modifiedBy }: FunctionPart, code: GraphPart) {
  const known = new Set([...code.nodes, ...nodes].map(({ key }) => key))
  return (pull: string, { path, key }: RemarkPlace): string | undefined => {
    const then = `function:${path}::${key}`
    const name = splitFunctionKey(key).qualifiedName
    const now = modifiedBy(pull).findLast(({ props }) => props.path === path && props.qualified_name === name)
    if (now !== undefined) return now.to
    return known.has(then) ? then : formerKeys.get(then)
  }
}
