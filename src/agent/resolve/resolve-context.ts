import type { Graph } from '../../graph/types.ts'
import type { ReadSource } from './by-place.ts'

/** What the thread was about, newest first: the readable key of each main subject. */
export type ThreadSubjects = readonly string[]

export interface ResolveContext {
  readonly graph: Graph
  readonly commit: string | null
  /** `owner/name` of the graph, to tell links into other repositories. */
  readonly repository: string | null
  readonly readSource: ReadSource
  readonly thread: ThreadSubjects
}
