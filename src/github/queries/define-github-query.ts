import type { z } from 'zod'

/** A named GraphQL query: what it is called in logs, its text, and the shape that its answer is parsed with. */
export interface GitHubQuery<Data> {
  readonly name: string
  readonly document: string
  readonly data: z.ZodType<Data>
}

export const defineGitHubQuery = <Data>(query: GitHubQuery<Data>): GitHubQuery<Data> => query
