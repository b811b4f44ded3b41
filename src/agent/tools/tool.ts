import type { z } from 'zod'
import type { Graph } from '../../graph/types.ts'
import type { Scope } from '../../memory/scope.ts'
import type { ReadSource } from '../resolve/by-place.ts'

/** What the agent can look up, as data: the same for the model that chooses tools and for the rules that do. */
export interface Tool<Input, Row> {
  readonly name: string
  readonly description: string
  /** Every field is described; a model gets this as JSON schema. */
  readonly input: z.ZodType<Input>
  execute(input: Input): Promise<readonly Row[]>
}

/** What tools work with; they reach no other repository. */
export interface ToolContext {
  readonly graph: Graph
  /** Indexed commit; null in an empty repository. */
  readonly commit: string | null
  readonly repository: string | null
  readonly readSource: ReadSource
  /** Left out of suggestions. */
  readonly asker: string | null
  /** Whose memories may be recalled. */
  readonly scope: Scope
}
