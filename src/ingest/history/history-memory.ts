import { languages } from '../../code/languages.ts'
import type { GitRepository } from '../../git/types.ts'
import type { GoneFunctions } from './function-part.ts'
import { type CommitStore, openCommitStore } from './load-commits.ts'
import { openStepCache, type StepCache } from './step-cache.ts'
import type { WalkedHistory } from './walk-history.ts'
import { openWalkSnapshot, type WalkSnapshot } from './walk-snapshot.ts'

/** What a running process keeps of one repository's history, so that a sync only looks at what is new. */
export interface RememberedHistory {
  readonly store: CommitStore
  readonly cache: StepCache
  readonly snapshot: WalkSnapshot
  /** What the last walk ended with; null while one is under way, undefined before the first. */
  walked: WalkedHistory | null | undefined
  /** Steps that the snapshot on disk has. */
  saved: number
  readonly gone: GoneFunctions
}

/** By folder of the caches. */
export type HistoryMemory = Map<string, RememberedHistory>

export function rememberedHistory(
  memory: HistoryMemory,
  cacheDir: string,
  repository: GitRepository,
): RememberedHistory {
  const known = memory.get(cacheDir)
  if (known !== undefined) return known
  const fresh: RememberedHistory = {
    store: openCommitStore(cacheDir, repository),
    cache: openStepCache(cacheDir, languages),
    snapshot: openWalkSnapshot(cacheDir, languages),
    walked: undefined,
    saved: 0,
    gone: new Map(),
  }
  memory.set(cacheDir, fresh)
  return fresh
}
