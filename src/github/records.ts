/**
 * What the rest of the program sees of GitHub: one JSON line for each pull request and issue, normalised and free of
 * GraphQL. docs/github-records.md explains the fields. Fields that GitHub could not give are null or listed in `missing`.
 */
import { z } from 'zod'

/** The schema's number; a file of a newer one is refused, not misread. */
export const RECORDS_VERSION = 1

/** Null where an account stands: it was deleted, GitHub no longer tells whose it was. */
const account = z
  .object({
    login: z.string(),
    /** GitHub's number of the account, which stays when the login changes; null for mannequins and organisations. */
    id: z.int().nullable(),
    /** As shown in the profile. */
    name: z.string().nullable(),
    bot: z.boolean(),
  })
  .nullable()

/** A remark on lines of code, made in a review. */
const reviewComment = z.object({
  author: account,
  at: z.string(),
  body: z.string(),
  url: z.string(),
  path: z.string(),
  /** Last line it is about; null for remarks on a whole file. */
  line: z.int().nullable(),
  start_line: z.int().nullable(),
  /** What it was written about; may be unreachable after a force push. */
  commit: z.string().nullable(),
  /** `new`: lines are those of the file at `commit`; `old`: of a removed line, as the base branch had it. */
  side: z.enum(['old', 'new']).default('new'),
})

const review = z.object({
  author: account,
  state: z.enum(['approved', 'changes_requested', 'commented', 'dismissed', 'pending']),
  at: z.string().nullable(),
  body: z.string(),
  url: z.string(),
  comments: z.array(reviewComment),
})

const repository = z.object({
  kind: z.literal('repository'),
  version: z.literal(RECORDS_VERSION),
  /** `owner/name` as GitHub spells it today; a renamed or transferred repository has a new one. */
  name: z.string(),
  url: z.string(),
  default_branch: z.string().nullable(),
  private: z.boolean(),
  /** False: the listing was broken off, older pull requests or issues are missing. */
  complete: z.boolean(),
  /** What the token may not read: `issues`, `pull requests`. */
  missing: z.array(z.string()),
})

const pullRequest = z.object({
  kind: z.literal('pull_request'),
  number: z.int().positive(),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  state: z.enum(['open', 'merged', 'closed']),
  draft: z.boolean(),
  author: account,
  merged_by: account,
  created_at: z.string(),
  updated_at: z.string(),
  merged_at: z.string().nullable(),
  closed_at: z.string().nullable(),
  labels: z.array(z.string()),
  /** The commit on the base branch that the merge made: for rebases the last of `commits`. */
  merge_commit: z.string().nullable(),
  base: z.object({ branch: z.string(), commit: z.string().nullable() }),
  /** `repository` is null once a fork is deleted. */
  head: z.object({ branch: z.string(), commit: z.string().nullable(), repository: z.string().nullable() }),
  commits: z.int(),
  reviews: z.array(review),
  /** Numbers of the issues of this repository that GitHub links as closed by it. */
  closes: z.array(z.int()),
  /** Fields that GitHub refused for this one, such as `reviews`: their content here is not the truth. */
  missing: z.array(z.string()),
})

const issue = z.object({
  kind: z.literal('issue'),
  number: z.int().positive(),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  state: z.enum(['open', 'closed']),
  /** `completed`, `not_planned`, `duplicate`, `reopened`. */
  state_reason: z.string().nullable(),
  author: account,
  created_at: z.string(),
  updated_at: z.string(),
  closed_at: z.string().nullable(),
  labels: z.array(z.string()),
  missing: z.array(z.string()),
})

export const githubRecord = z.discriminatedUnion('kind', [repository, pullRequest, issue])

export type GitHubRecord = z.infer<typeof githubRecord>
export type RepositoryRecord = z.infer<typeof repository>
export type PullRequestRecord = z.infer<typeof pullRequest>
export type IssueRecord = z.infer<typeof issue>
export type ReviewRecord = z.infer<typeof review>
export type ReviewCommentRecord = z.infer<typeof reviewComment>
export type Account = z.infer<typeof account>
