/** Which commits a review compares, and what is known of the pull request. */
import { NotFoundError, UserError } from '../errors.ts'
import { findMergeBase } from '../git/find-merge-base.ts'
import { readCommitsAt } from '../git/read-commits.ts'
import type { GitRepository } from '../git/types.ts'
import { pullRequestKey, storedKey } from '../graph/entities.ts'
import { changeByKey } from '../graph/queries/pull-request.ts'
import type { Graph } from '../graph/types.ts'

export type ReviewRequest = { readonly pr: number } | { readonly base: string; readonly head: string }

/** What GitHub's records say of a pull request. */
export interface KnownPullRequest {
  readonly title: string
  readonly url: string
  readonly draft: boolean
  readonly author: { readonly login: string; readonly bot: boolean } | null
  /** Null where they do not tell. */
  readonly base: string | null
  readonly head: string | null
}

export interface ReviewSubject {
  /** Full ids of commits that git has. */
  readonly base: string
  readonly head: string
  /** The commit that the difference starts from; null when base and head have no common history. */
  readonly mergeBase: string | null
  readonly number: number | null
  readonly title: string | null
  /** Login, else the name that git knows. */
  readonly author: string | null
  readonly bot: boolean
  readonly draft: boolean
  readonly url: string | null
}

/**
 * A pull request by number is found in GitHub's records (`known`), else in git: its head at `refs/pull/N/head`, or the merge
 * that the graph knows. Throws NotFoundError, with how to get it, when git has no commit of it.
 */
export async function findSubject(
  graph: Graph,
  git: GitRepository,
  request: ReviewRequest,
  known: KnownPullRequest | null,
): Promise<ReviewSubject> {
  if ('base' in request) {
    const [base, head] = await Promise.all([git.resolveRevision(request.base), git.resolveRevision(request.head)])
    return { ...(await compared(git, base, head)), ...(await byGit(git, head)), number: null, title: null, url: null }
  }
  const number = request.pr
  const [merged] = await graph.run(changeByKey, { key: storedKey(pullRequestKey(number)) })
  const commits =
    (await mergedCommits(git, merged?.sha ?? null)) ??
    (await openCommits(git, number, known)) ??
    fail(number, git, known, merged !== undefined)
  const own = await byGit(git, commits.head)
  return {
    ...(await compared(git, commits.base, commits.head)),
    number,
    title: known?.title ?? merged?.title ?? null,
    author: known?.author?.login ?? merged?.authors[0]?.login ?? merged?.authors[0]?.name ?? own.author,
    bot: known?.author?.bot ?? merged?.authors[0]?.bot ?? own.bot,
    draft: known?.draft ?? false,
    url: known?.url ?? merged?.url ?? null,
  }
}

interface Commits {
  readonly base: string
  readonly head: string
}

async function compared(git: GitRepository, base: string, head: string) {
  return { base, head, mergeBase: await findMergeBase(git.gitDir, base, head) }
}

/** Of a pull request that was merged: what its merge brought in. */
async function mergedCommits(git: GitRepository, sha: string | null): Promise<Commits | null> {
  if (sha === null) return null
  for await (const { parents } of readCommitsAt(git.gitDir, [sha])) {
    const [base, head = sha] = parents
    if (base !== undefined) return { base, head }
  }
  return null
}

async function openCommits(
  git: GitRepository,
  number: number,
  known: KnownPullRequest | null,
): Promise<Commits | null> {
  const fetched = (await git.pullRequestHeads()).find((each) => each.number === number)?.sha ?? null
  const head = await firstKnown(git, [known?.head ?? null, fetched])
  const base = await firstKnown(git, [known?.base ?? null, (await git.head())?.sha ?? null])
  return head === null || base === null ? null : { base, head }
}

async function firstKnown(git: GitRepository, shas: readonly (string | null)[]): Promise<string | null> {
  const wanted = shas.filter((sha) => sha !== null)
  const there = new Set<string>()
  for await (const { sha } of readCommitsAt(git.gitDir, wanted)) there.add(sha)
  return wanted.find((sha) => there.has(sha)) ?? null
}

function fail(number: number, git: GitRepository, known: KnownPullRequest | null, isKnown: boolean): never {
  if (known === null && !isKnown && git.slug === null) {
    throw new UserError(
      `Nothing is known of pull request #${number}: the repository is not on GitHub.`,
      'Name the two commits: --base REV --head REV.',
    )
  }
  throw new NotFoundError(
    `The clone has no commit of pull request #${number}.`,
    `Get it with \`repobrain sync\`, or \`git fetch origin refs/pull/${number}/head:refs/pull/${number}/head\` in the clone; ` +
      'or name the two commits: --base REV --head REV.',
  )
}

/** Who wrote a commit, as far as git tells. */
async function byGit(git: GitRepository, sha: string) {
  for await (const { author } of readCommitsAt(git.gitDir, [sha])) {
    return { author: author.name, bot: /\[bot\]/i.test(author.name) || /\[bot\]@/i.test(author.email), draft: false }
  }
  return { author: null, bot: false, draft: false }
}
