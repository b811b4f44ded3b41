import { decodeText } from '../../git/decode-text.ts'
import type { BuildHistory, HistoryRequest } from '../desired-graph.ts'
import { placeRemarks } from '../records/remark-places.ts'
import { historyGraph } from './history-graph.ts'
import { rememberedHistory } from './history-memory.ts'
import { type Mailmap, parseMailmap } from './mailmap.ts'
import { planSteps, type Step } from './plan-steps.ts'
import { findRebased, headsOf } from './pull-heads.ts'
import { readRecords } from './read-records.ts'
import { forgeOf } from './recognise-pull-request.ts'
import { createRecognition } from './recognition.ts'
import { newestSteps, withParents } from './with-parents.ts'

/**
 * The history and intent layers: which pull requests and commits changed which functions, under which names, by whom, for which
 * issues. A pure function of the repository at the commit and of GitHub's records; caches only save time.
 */
export const buildHistory: BuildHistory = async (request) => {
  const { repository, commit, code, github = null } = request
  const memory = request.memory ?? new Map()
  const { store, cache, walk, functions } = rememberedHistory(memory, request.cacheDir, repository)
  const commits = await store.load(commit)
  const heads = headsOf(await repository.pullRequestHeads(), github)
  const rebased = await findRebased(heads, commits, store.find)
  const recognition = createRecognition(commits, forgeOf(repository.webUrl), heads, rebased, github)
  const planned = planSteps(commits, recognition)
  const bounded = withParents(newestSteps(planned, request.prs), commits)
  const steps = repository.shallow ? bounded.map(withoutBoundary) : bounded
  const records = await readRecords(steps, commits, cache, request)
  const walked = records.map((record, index) => ({ record, joined: steps[index]?.joined ?? [] }))
  const history = {
    steps,
    records,
    followed: walk.follow(walked, commit),
    pullNumbers: new Set([
      ...heads.map(({ number }) => number),
      ...planned.flatMap(({ pull }) => pull?.number ?? []),
      ...(github?.pulls.keys() ?? []),
    ]),
    mailmap: await readMailmap(request),
    code,
    repository,
    github,
    remarkPlaces: github === null ? new Map() : await placeRemarks(github, repository, request.cacheDir),
  }
  return historyGraph(history, functions)
}

/** Where a shallow clone begins, everything looks added by whoever made that commit: it says what is there, not who did it. */
const withoutBoundary = (step: Step): Step =>
  step.parent === null ? { ...step, role: 'carry', pull: null, commits: [] } : step

/** The `.mailmap` of the indexed commit, by the name that git gives it there. */
async function readMailmap({ repository, commit }: HistoryRequest): Promise<Mailmap> {
  for await (const { content } of repository.blobs([`${commit}:.mailmap`])) {
    return parseMailmap(content === null ? '' : decodeText(content))
  }
  return parseMailmap('')
}
