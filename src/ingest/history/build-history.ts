import { decodeText } from '../../git/decode-text.ts'
import type { BuildHistory, HistoryRequest } from '../desired-graph.ts'
import { placeRemarks } from '../records/remark-places.ts'
import { functionPart } from './function-part.ts'
import { historyGraph } from './history-graph.ts'
import { type RememberedHistory, rememberedHistory } from './history-memory.ts'
import { type Mailmap, parseMailmap } from './mailmap.ts'
import { planSteps, type Step } from './plan-steps.ts'
import { findRebased, headsOf } from './pull-heads.ts'
import { readRecords } from './read-records.ts'
import { forgeOf } from './recognise-pull-request.ts'
import { createRecognition } from './recognition.ts'
import { type WalkedHistory, walkHistory } from './walk-history.ts'
import { newestSteps, withParents } from './with-parents.ts'

/**
 * The history and intent layers: which pull requests and commits changed which functions, under which names, by whom, for which
 * issues. A pure function of the repository at the commit and of GitHub's records; caches only save time.
 */
export const buildHistory: BuildHistory = async (request) => {
  const { repository, commit, code, github = null } = request
  const memory = request.memory ?? new Map()
  const remembered = rememberedHistory(memory, request.cacheDir, repository)
  const { store, cache } = remembered
  const commits = await store.load(commit)
  const heads = headsOf(await repository.pullRequestHeads(), github)
  const rebased = await findRebased(heads, commits, store.find)
  const recognition = createRecognition(commits, forgeOf(repository.webUrl), heads, rebased, github)
  const planned = planSteps(commits, recognition)
  const bounded = withParents(newestSteps(planned, request.prs), commits)
  const steps = repository.shallow ? bounded.map(withoutBoundary) : bounded
  // A bounded history begins elsewhere each time: nothing goes on from it.
  const known = request.prs === null ? takeWalked(remembered) : null
  const walk = await walkHistory(steps, commit, known, (further) => readRecords(further, commits, cache, request))
  const functions = functionPart(steps, walk, code, remembered.gone)
  const { followed, identity, summaries } = walk
  const { modified, keys } = functions
  if (request.prs === null) keepWalked(remembered, { followed, identity, summaries, modified, keys })
  const history = {
    steps,
    records: summaries,
    functions,
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
  return historyGraph(history)
}

/** Where a shallow clone begins, everything looks added by whoever made that commit: it says what is there, not who did it. */
const withoutBoundary = (step: Step): Step =>
  step.parent === null ? { ...step, role: 'carry', pull: null, commits: [] } : step

/** What there is to go on from. Until the next walk has come to its end there is nothing. */
function takeWalked(remembered: RememberedHistory): WalkedHistory | null {
  const walked = remembered.walked === undefined ? remembered.snapshot.load() : remembered.walked
  if (remembered.walked === undefined) remembered.saved = walked?.summaries.length ?? 0
  remembered.walked = null
  return walked
}

/** So many steps are walked again faster than a snapshot is written. */
const STEPS_PER_SNAPSHOT = 32

function keepWalked(remembered: RememberedHistory, walked: WalkedHistory): void {
  remembered.walked = walked
  const steps = walked.summaries.length
  if (steps >= remembered.saved && steps < remembered.saved + STEPS_PER_SNAPSHOT) return
  remembered.snapshot.save(walked)
  remembered.saved = steps
}

/** The `.mailmap` of the indexed commit, by the name that git gives it there. */
async function readMailmap({ repository, commit }: HistoryRequest): Promise<Mailmap> {
  for await (const { content } of repository.blobs([`${commit}:.mailmap`])) {
    return parseMailmap(content === null ? '' : decodeText(content))
  }
  return parseMailmap('')
}
