import { callees } from './callees.ts'
import { callers } from './callers.ts'
import { experts } from './experts.ts'
import { file } from './file.ts'
import { find } from './find.ts'
import { history } from './history.ts'
import { impact } from './impact.ts'
import { issue } from './issue.ts'
import { pathBetween } from './path-between.ts'
import { pullRequest } from './pull-request.ts'
import { recall } from './recall.ts'
import { recent } from './recent.ts'
import { source } from './source.ts'
import type { ToolContext } from './tool.ts'

/** Every read tool, bound to one repository. */
export function createTools(context: ToolContext) {
  return {
    find: find(context),
    history: history(context),
    callers: callers(context),
    callees: callees(context),
    impact: impact(context),
    experts: experts(context),
    pullRequest: pullRequest(context),
    issue: issue(context),
    file: file(context),
    pathBetween: pathBetween(context),
    recent: recent(context),
    recall: recall(context),
    source: source(context),
  }
}
export type Tools = ReturnType<typeof createTools>
