import type { RepositoryState } from '../../graph/queries/repository-state.ts'

/** False where the ingest said that it had no reviews to index: then none recorded does not mean that there was none. */
export const hasReviews = (repository: RepositoryState | null) =>
  repository !== null && !repository.missing.some((what) => /\breviews?\b/.test(what))
