import type { CommitDiff, FileChange, GitRepository } from '../../git/types.ts'
import type { WorkerPool } from '../pool.ts'
import type { IngestProgress } from '../report.ts'
import { assembleStep, type DraftFile, type DraftStep } from './assemble-step.ts'
import { isChangelog } from './changelog.ts'
import { groupByLineage } from './lineages.ts'
import type { StepRecord } from './step-record.ts'

export interface CommitPair {
  readonly commit: string
  readonly parent: string | null
  /** Paths, before or after, of the files to read; all where it is left out. */
  readonly only?: ReadonlySet<string>
}

export interface MapStepsRequest {
  readonly repository: GitRepository
  readonly pool: WorkerPool
  readonly pairs: readonly CommitPair[]
  /** Name of the language of a path, or null where none is parsed. */
  languageOf(path: string): string | null
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Tasks per thread: enough to keep all of them busy until the end, few enough that starting them costs nothing. */
const TASKS_PER_THREAD = 12

/**
 * Diffs of all pairs, mapped to functions; in the order asked. The versions of a file are mapped one after the other, by
 * one thread, whatever the steps they belong to.
 */
export async function mapSteps(request: MapStepsRequest): Promise<StepRecord[]> {
  const { repository, pool, pairs, onProgress, signal } = request
  const drafts: DraftStep[] = []
  if (pairs.length === 0) return []
  for await (const diff of repository.diffs(pairs)) {
    signal?.throwIfAborted()
    drafts.push(draftStep(diff, pairs[drafts.length]?.only, request.languageOf))
  }
  const files = drafts.flatMap((draft) => draft.readable)
  let done = 0
  const tasks = packTasks(groupByLineage(files), pool.size * TASKS_PER_THREAD)
  await Promise.all(
    tasks.map(async (task) => {
      signal?.throwIfAborted()
      const input = { gitDir: repository.gitDir, files: task.map(({ change }) => change) }
      const output = await pool.run('map-changes', input)
      task.forEach((file, index) => {
        file.mapped = output.files[index] ?? null
      })
      done += task.length
      onProgress?.({ stage: 'history', done, total: files.length })
    }),
  )
  signal?.throwIfAborted()
  return drafts.map(assembleStep)
}

function draftStep(
  { commit, parent, files: changes }: CommitDiff,
  only: CommitPair['only'],
  languageOf: MapStepsRequest['languageOf'],
): DraftStep {
  const files = changes.map((change): [string | null, string | null] => [
    change.status === 'copied' ? null : change.oldPath,
    change.newPath,
  ])
  const readable: DraftFile[] = []
  for (const [index, change] of changes.entries()) {
    if (only && !only.has(change.oldPath ?? '') && !only.has(change.newPath ?? '')) continue
    const file = readableFile(change, files[index] ?? [null, null], languageOf)
    if (file !== null) readable.push(file)
  }
  const sources = readable.filter(({ change }) => change.read !== 'changelog')
  const describeLone = sources.some((file) => hasLines(file, 1)) && sources.some((file) => hasLines(file, 3))
  return {
    commit,
    parent,
    files,
    readable: readable.map((file) => ({ ...file, change: { ...file.change, describeLone } })),
    hunks: changes.reduce((sum, { hunks }) => sum + hunks.length, 0),
  }
}

function readableFile(
  change: FileChange,
  [was, now]: readonly [string | null, string | null],
  languageOf: MapStepsRequest['languageOf'],
): DraftFile | null {
  const path = now ?? was
  if (
    path === null ||
    !change.decodable ||
    change.binary ||
    (change.hunks.length === 0 && change.oldBlob !== null && change.newBlob !== null)
  )
    return null
  const read = isChangelog(path) ? 'changelog' : languageOf(path)
  if (read === null) return null
  const isSame = (other: string | null) => other !== null && (read === 'changelog' || languageOf(other) === read)
  const hunks = change.hunks.flatMap(({ oldStart, oldCount, newStart, newCount }) => [
    oldStart,
    oldCount,
    newStart,
    newCount,
  ])
  return {
    was,
    now,
    change: {
      read,
      was: isSame(was) && isRegular(change.oldMode) ? change.oldBlob : null,
      now: isSame(now) && isRegular(change.newMode) ? change.newBlob : null,
      hunks,
      describeLone: false,
    },
    mapped: null,
  }
}

const isRegular = (mode: string | null) => mode === '100644' || mode === '100755' || mode === '100664'

/** Whether a file has lines on a side: 1 for removed ones, 3 for added ones. */
function hasLines({ change }: DraftFile, offset: 1 | 3): boolean {
  for (let at = offset; at < change.hunks.length; at += 4) if ((change.hunks[at] ?? 0) > 0) return true
  return false
}

/** Tasks of about equal cost, the most expensive lineages first. The cost of a version is its length, as far as hunks tell. */
function packTasks(lineages: readonly DraftFile[][], count: number): DraftFile[][] {
  const costs = lineages.map((files) => ({ files, cost: costOf(files) })).sort((a, b) => b.cost - a.cost)
  const share = costs.reduce((sum, { cost }) => sum + cost, 0) / Math.max(1, count)
  const tasks: DraftFile[][] = []
  let filled = Number.POSITIVE_INFINITY
  for (const { files, cost } of costs) {
    if (filled + cost > share) {
      tasks.push([])
      filled = 0
    }
    tasks.at(-1)?.push(...files)
    filled += cost
  }
  return tasks
}

const FIXED_COST_LINES = 50

function costOf(files: readonly DraftFile[]): number {
  let lines = 0
  for (const { change } of files) lines = Math.max(lines, (change.hunks.at(-4) ?? 0) + (change.hunks.at(-3) ?? 0))
  return files.length * (lines + FIXED_COST_LINES)
}
