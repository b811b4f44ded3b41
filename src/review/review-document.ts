/** What a review found, ready to be rendered: everything a comment says comes from here. Plain JSON, snake_case as in the graph. */
import { z } from 'zod'

const lines = z.object({ start: z.int().positive(), end: z.int().positive() })

/** Something in the graph or the repository that a statement rests on. */
export const reviewEvidence = z.object({
  kind: z.enum(['function', 'file', 'pull_request', 'commit', 'issue', 'person', 'fact']),
  /** Readable key: `pr:5818`. */
  ref: z.string(),
  /** As people call it, without its number: a title, a qualified name, a path. Text from outside. */
  title: z.string(),
  number: z.int().nullable(),
  url: z.string().nullable(),
})
export type ReviewEvidence = z.infer<typeof reviewEvidence>

/** A function that the pull request touches; lines are those of the head, of the base where it is deleted. */
const changedFunction = z.object({
  ref: z.string(),
  kind: z.enum(['added', 'changed', 'signature', 'moved', 'deleted']),
  path: z.string(),
  qualified_name: z.string(),
  /** Place at the base, where it differs. */
  was: z.object({ path: z.string(), qualified_name: z.string() }).nullable(),
  lines,
  added: z.int(),
  removed: z.int(),
  test: z.boolean(),
  url: z.string().nullable(),
})
export type ChangedFunction = z.infer<typeof changedFunction>

const FINDING_KINDS = [
  /** Lines that an earlier change brought in to fix something go back to what they were. */
  'undoes-fix',
  /** A call that does not fit the new signature. */
  'call-breaks',
  /** A public name is gone, and code that is not known here may use it. */
  'public-name-removed',
  /** Not every call that fitted fits any more; those that are known do. */
  'signature-changed',
  /** The same was merged before and taken back. */
  'tried-before',
] as const

const finding = z.object({
  /** The same from push to push: of kind, function and evidence, not of line numbers. */
  id: z.string(),
  kind: z.enum(FINDING_KINDS),
  gravity: z.enum(['high', 'medium', 'low']),
  /** Plain text on one line; text from outside is not in it, names of code are in back-ticks. */
  title: z.string(),
  /** One short paragraph of Markdown without links or HTML; refers to its evidence by number (`#5818`) and to code in back-ticks. */
  text: z.string(),
  path: z.string().nullable(),
  /** At the head, verified to exist there; null where there is nothing to point at (deleted code). */
  lines: lines.nullable(),
  /** Permalink to those lines at the head. */
  url: z.string().nullable(),
  /** Key of the changed function that it is about. */
  function: z.string().nullable(),
  evidence: z.array(reviewEvidence).min(1),
})
export type Finding = z.infer<typeof finding>

/** Who calls what changed, one edge of the call graph. */
const callEdge = z.object({
  from: reviewEvidence,
  to: z.string(),
  to_name: z.string(),
  /** 1: calls a changed function itself. */
  depth: z.int().positive(),
  confidence: z.number(),
  test: z.boolean(),
})
export type CallEdge = z.infer<typeof callEdge>

/** A pull request or commit behind the changed lines. */
const earlierChange = z.object({
  change: reviewEvidence,
  /** ISO 8601. */
  at: z.string().nullable(),
  /** `lines`: wrote lines that this one changes or removes; `history`: changed the same functions. */
  how: z.enum(['lines', 'history']),
  /** Lines of it that this pull request changes or removes. */
  lines: z.int(),
  /** Qualified names of the changed functions that it had a part in. */
  functions: z.array(z.string()),
  fixes: z.array(reviewEvidence),
})
export type EarlierChange = z.infer<typeof earlierChange>

const reviewer = z.object({
  person: reviewEvidence,
  login: z.string().nullable(),
  /** Clauses without a subject, most telling first: `wrote 4 of the 9 changes of these functions`. */
  reasons: z.array(z.string()).min(1),
  /** Someone who knows the surroundings, not this code, and could learn it. */
  learner: z.boolean(),
  evidence: z.array(reviewEvidence),
})
export type SuggestedReviewer = z.infer<typeof reviewer>

const factAtRisk = z.object({
  id: z.string(),
  text: z.string(),
  /** Qualified names of the changed functions that it is about. */
  about: z.array(z.string()),
  /** `code-removed`: what it is about goes. */
  why: z.enum(['code-changed', 'code-removed']),
  url: z.string().nullable(),
})
export type FactAtRisk = z.infer<typeof factAtRisk>

/** What is reviewed; the task and the document that comes of it say it in the same fields. */
export const subjectFields = {
  base: z.string(),
  head: z.string(),
  /** Commit of the base branch that the diff starts from; equals `base` unless the base went on since. */
  merge_base: z.string(),
  number: z.int().nullable(),
  title: z.string().nullable(),
  author: z.string().nullable(),
  draft: z.boolean(),
  url: z.string().nullable(),
}

export const mappingFields = {
  files: z.int(),
  hunks: z.int(),
  mapped: z.int(),
  unmapped: z.array(z.object({ path: z.string(), reason: z.string() })),
}

export const reviewDocument = z.object({
  task: z.string(),
  repository: z.string(),
  subject: z.object(subjectFields),
  /** Why there is nothing to review: no changed file, no source that is parsed. Null otherwise. */
  nothing: z.string().nullable(),
  mapping: z.object(mappingFields),
  functions: z.array(changedFunction),
  /** Gravest first. */
  findings: z.array(finding),
  /** Nearest and surest first. Those of production code, then tests. */
  callers: z.array(callEdge),
  /**
   * Of all that were found, `callers` lists the first ones. `direct` and `transitive` (the direct ones among them) count production
   * code, `unsure` what only may call.
   */
  caller_counts: z.object({ direct: z.int(), transitive: z.int(), tests: z.int(), unsure: z.int() }),
  history: z.array(earlierChange),
  /** Best first. */
  reviewers: z.array(reviewer),
  facts: z.array(factAtRisk),
  /** What the review could not see, in sentences: `The graph is at 1a2b3c4, 3 commits before the base.` */
  missing: z.array(z.string()),
  /** Who worded title and text of the findings. */
  mode: z.enum(['model', 'graph']),
})
export type ReviewDocument = z.infer<typeof reviewDocument>
