/** The means of citing: each call numbers a node in the book, each hop adds to the path. */

import type { Urls } from '../../urls.ts'
import type { Hop, PathNode } from '../answer.ts'
import { type ChangeRow, createDrafts, createEvidenceBook, type EvidenceBook, type EvidenceDraft } from '../evidence.ts'

export interface Citing {
  readonly book: EvidenceBook
  readonly drafts: ReturnType<typeof createDrafts>
  readonly path: readonly Hop[]
  cite(draft: EvidenceDraft): PathNode
  hop(from: PathNode, edge: string, direction: Hop['direction'], to: PathNode): void
  /** The change itself and the issues that it fixes. */
  citeChange(change: ChangeRow): PathNode
}

export function createCiting(urls: Urls): Citing {
  const book = createEvidenceBook()
  const drafts = createDrafts(urls)
  const path: Hop[] = []
  const cite = (draft: EvidenceDraft) => {
    book.cite(draft)
    return pathNode(draft)
  }
  const hop: Citing['hop'] = (from, edge, direction, to) => {
    path.push({ from, edge, direction, to })
  }
  return {
    book,
    drafts,
    path,
    cite,
    hop,
    citeChange: (change) => {
      const node = cite(drafts.change(change, 'change'))
      for (const issue of change.issues) hop(node, 'FIXES', 'out', cite(drafts.issue(issue, 'fixed')))
      return node
    },
  }
}

export function pathNode({ key, evidence }: EvidenceDraft): PathNode {
  const { kind, url } = evidence
  switch (evidence.kind) {
    case 'pull_request':
      return { key, kind, label: `PR #${evidence.number}`, url }
    case 'commit':
      return { key, kind, label: evidence.sha.slice(0, 10), url }
    case 'issue':
      return { key, kind, label: `#${evidence.number}`, url }
    case 'person':
      return { key, kind, label: evidence.name ?? `@${evidence.login ?? ''}`, url }
    case 'comment':
      return { key, kind, label: `review of PR #${evidence.number}`, url }
    case 'fact':
      return { key, kind, label: clipped(evidence.text), url }
    default:
      return {
        key,
        kind,
        label: evidence.qualified_name === null ? evidence.path : shortName(evidence.qualified_name),
        url,
      }
  }
}

const LONGEST_LABEL = 48

const clipped = (text: string) => `“${text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1)}…` : text}”`

/** The own name; that of a special method says nothing without its class. */
const shortName = (qualifiedName: string) =>
  qualifiedName
    .split('.')
    .slice(qualifiedName.endsWith('__') ? -2 : -1)
    .join('.')
