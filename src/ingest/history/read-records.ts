import { languageOfSource } from '../../code/languages.ts'
import type { HistoryRequest } from '../desired-graph.ts'
import { branchToFollow, followBranch } from './branch-moves.ts'
import type { CommitIndex } from './commit-index.ts'
import { mapSteps } from './map-steps.ts'
import type { Step } from './plan-steps.ts'
import type { StepCache } from './step-cache.ts'
import type { StepRecord } from './step-record.ts'

/** What each step did, in their order; from the cache where it is known. Where their own commits tell more, they are read too. */
export async function readRecords(
  steps: readonly Step[],
  commits: CommitIndex,
  cache: StepCache,
  request: HistoryRequest,
): Promise<StepRecord[]> {
  const records = await wholeSteps(steps, cache, request)
  const branches = steps.map((step, index) => branchToFollow(step, records[index] as StepRecord, commits))
  const wanted = branches.map((branch, index) => {
    const record = records[index] as StepRecord
    return branch === null ? record : cache.get(record.commit, record.parent, branch.base)
  })
  const missing = branches.flatMap((branch, index) => (wanted[index] === undefined && branch ? [branch] : []))
  const mapped = await mapSteps({
    ...request,
    pairs: missing.flatMap(({ pairs }) => pairs),
    languageOf,
    onProgress: undefined,
  })
  let read = 0
  return records.map((record, index) => {
    const known = wanted[index]
    const branch = branches[index]
    if (known !== undefined || !branch) return known ?? record
    const followed = followBranch(record, mapped.slice(read, read + branch.pairs.length))
    read += branch.pairs.length
    cache.put([followed], branch.base)
    return followed
  })
}

async function wholeSteps(steps: readonly Step[], cache: StepCache, request: HistoryRequest): Promise<StepRecord[]> {
  const cached = steps.map(({ commit, parent }) => cache.get(commit.sha, parent))
  const missing = steps.filter((_, index) => cached[index] === undefined)
  const pairs = missing.map(({ commit, parent }) => ({ commit: commit.sha, parent }))
  const mapped = await mapSteps({ ...request, pairs, languageOf })
  cache.put(mapped)
  const fresh = mapped.values()
  return cached.map((record) => record ?? (fresh.next().value as StepRecord))
}

const languageOf = (path: string) => languageOfSource(path)?.name ?? null
