import { languages } from '../../code/languages.ts'
import type { GitRepository } from '../../git/types.ts'
import { createIdentityWalk, type IdentityWalk } from './follow-identity.ts'
import { createFunctionMemory, type FunctionMemory } from './function-part.ts'
import { type CommitStore, openCommitStore } from './load-commits.ts'
import { openStepCache, type StepCache } from './step-cache.ts'

/** What a running process keeps of one repository's history, so that a sync only looks at what is new. */
export interface RememberedHistory {
  readonly store: CommitStore
  readonly cache: StepCache
  readonly walk: IdentityWalk
  readonly functions: FunctionMemory
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
  const fresh = {
    store: openCommitStore(cacheDir, repository),
    cache: openStepCache(cacheDir, languages),
    walk: createIdentityWalk(),
    functions: createFunctionMemory(),
  }
  memory.set(cacheDir, fresh)
  return fresh
}
