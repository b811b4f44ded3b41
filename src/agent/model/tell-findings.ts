/** What the rules found already, so that the model need not look for it: what the question is about and what led there. */
import type { Findings } from '../findings/findings.ts'
import { tellChanges, tellHistory, tellIssue, tellPullRequest } from './tell-changes.ts'
import { tellCode } from './tell-code.ts'
import { tellFacts } from './tell-facts.ts'
import { tellReasons } from './tell-reasons.ts'
import type { Telling } from './telling.ts'

const LEADING_CHANGES = 3

/** Empty when nothing was found that answers could rest on. */
export function tellFindings(telling: Telling, { found, facts }: Findings): string[] {
  return [...tellFound(telling, found), ...tellFacts(telling, facts)]
}

function tellFound(telling: Telling, found: Findings['found']): string[] {
  switch (found.kind) {
    case 'code': {
      const { subjects, alsoNamed, others } = found.resolution
      const lines = [...tellCode(telling, subjects, 'subject'), ...tellCode(telling, [...others, ...alsoNamed])]
      const changes = found.history.changes.slice(0, LEADING_CHANGES)
      const told = tellHistory(telling, changes, found.subject.ref)
      const more = found.history.changes.length - changes.length
      const older = more > 0 ? [`(history has ${more} more changes)`] : []
      return [...lines, ...told, ...older, ...tellReasons(telling, found.reasons)]
    }
    case 'pull_request':
      return [...tellPullRequest(telling, found.details ? [found.details] : []), ...tellReasons(telling, found.reasons)]
    case 'issue':
      return tellIssue(telling, found.details ? [found.details] : [])
    case 'commit':
    case 'repository':
      return tellChanges(telling, found.changes)
    default:
      return []
  }
}
