import type { IssueRecord, PullRequestRecord } from '../../github/records.ts'
import { type GraphNode, issueKey, pullRequestKey } from '../../graph/entities.ts'
import { textReferences } from '../history/intent.ts'
import { inOrder } from './accounts.ts'
import type { GitHubRecords } from './github-records.ts'
import { bodyText, titleText } from './record-text.ts'

export interface RecordReference {
  readonly number: number
  /** Null for a mere mention. */
  readonly fixes: 'github' | 'keyword' | null
}

/** GitHub's own closing references first, then what title and text say. */
export function pullReferences(pull: PullRequestRecord, slug: string | null): RecordReference[] {
  const said = textReferences(`${titleText(pull.title)}\n${bodyText(pull.body)}`, slug)
  return [
    ...pull.closes.map((number) => ({ number, fixes: 'github' as const })),
    ...said.map(({ number, closing }) => ({ number, fixes: closing ? ('keyword' as const) : null })),
  ]
}

/** Issues, and pull requests that are no step of history, with what their texts refer to. */
export function recordReferences(
  { pulls, issues }: GitHubRecords,
  slug: string | null,
  steps: ReadonlySet<number>,
): { readonly from: string; readonly found: readonly RecordReference[] }[] {
  const others = inOrder(pulls).filter(({ number }) => !steps.has(number))
  return [
    ...others.map((pull) => ({ from: pullRequestKey(pull.number), found: pullReferences(pull, slug) })),
    ...inOrder(issues).map(({ number, body }) => ({
      from: issueKey(number),
      found: textReferences(bodyText(body), slug).map((each) => ({ number: each.number, fixes: null })),
    })),
  ]
}

export function issueNode(issue: IssueRecord): GraphNode {
  const { number, title, body, url, state, state_reason, created_at } = issue
  const props = { number, title: titleText(title), body: bodyText(body) || null, url, state, state_reason, created_at }
  return { key: issueKey(number), label: 'Issue', props }
}
