import { realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { NotFoundError, UserError } from '../errors.ts'
import { findHead } from './find-head.ts'
import { listTree } from './list-tree.ts'
import { parseGitHubUrl } from './parse-source.ts'
import { readBlobs } from './read-blobs.ts'
import { readCommits } from './read-commits.ts'
import { readDiffs } from './read-diffs.ts'
import { gitOutput, runGit } from './run-git.ts'
import type { GitRepository } from './types.ts'

/**
 * Opens a local git repository for reading: a work tree's top, a bare repository or a `.git` directory. Nothing in it is
 * executed, checked out or written. Throws NotFoundError when the path does not exist, UserError when it is no repository.
 */
export async function openRepository(path: string): Promise<GitRepository> {
  const { gitDir, shallow } = await locate(path)
  const { slug, hasOrigin } = await readRemotes(path, gitDir)
  return {
    gitDir,
    slug,
    webUrl: slug === null ? null : `https://github.com/${slug}`,
    hasOrigin,
    shallow,
    resolveRevision: (revision) => resolveRevision(gitDir, revision),
    head: () => findHead(gitDir),
    pullRequestHeads: () => pullRequestHeads(gitDir),
    listTree: (commit) => listTree(gitDir, commit),
    commits: (tip, exclude) => readCommits(gitDir, tip, exclude),
    diffs: (pairs) => readDiffs(gitDir, pairs),
    blobs: (oids) => readBlobs(gitDir, oids),
  }
}

async function locate(path: string): Promise<{ gitDir: string; shallow: boolean }> {
  const real = await realpath(resolve(path)).catch(() => null)
  if (real === null) throw new NotFoundError(`${path} does not exist.`, 'Give the path of a local git repository.')
  if (!(await stat(real)).isDirectory()) {
    throw new UserError(`${path} is a file, not a git repository.`, 'Give the directory of a local git repository.')
  }
  const discover = ['rev-parse', '--absolute-git-dir', '--is-shallow-repository', '--show-object-format']
  // Only the path itself counts: a plain folder inside somebody's checkout is not that checkout.
  const found = await runGit(discover, { cwd: real, env: { GIT_CEILING_DIRECTORIES: dirname(real) } })
  if (found.code !== 0) throw await notARepository(path, real, found.stderr)
  const [gitDir = '', shallow, format] = found.stdout.toString().trim().split('\n')
  if (format !== 'sha1') {
    throw new UserError(`${path} uses the object format ${format}.`, 'Only SHA-1 repositories are supported.')
  }
  return { gitDir, shallow: shallow === 'true' }
}

async function notARepository(path: string, real: string, stderr: string): Promise<UserError> {
  if (stderr.includes('dubious ownership')) {
    return new UserError(
      `git refuses ${path}: it belongs to another user.`,
      'Make it belong to the user that runs RepoBrain, or update git to 2.38 or newer.',
    )
  }
  if (!stderr.includes('not a git repository')) {
    return new UserError(
      `${path} cannot be read as a git repository: ${stderr.replace(/^fatal: /, '')}`,
      'Run `git fsck` in it.',
    )
  }
  const outer = await runGit(['rev-parse', '--show-toplevel'], { cwd: real })
  const top = outer.code === 0 ? outer.stdout.toString().trim() : ''
  return new UserError(
    `${path} is not a git repository.`,
    top === ''
      ? 'Give the path of a local git repository, `owner/name`, or a GitHub address.'
      : `It lies inside the repository ${top}; give that path.`,
  )
}

/** `owner/name` of the remote `origin`; UserError for a partial clone, whose missing contents would be fetched one by one. */
async function readRemotes(path: string, gitDir: string): Promise<{ slug: string | null; hasOrigin: boolean }> {
  const keys = '^remote\\.(origin\\.url|.*\\.partialclonefilter)$'
  const { stdout } = await runGit(['config', '--local', '-z', '--get-regexp', keys], { gitDir })
  const remotes = new Map(
    stdout
      .toString()
      .split('\0')
      .map((entry) => split(entry, '\n')),
  )
  const partial = [...remotes.keys()].find((key) => key.endsWith('.partialclonefilter'))
  if (partial !== undefined) {
    throw new UserError(
      `${path} is a partial clone: contents of files are missing.`,
      `Complete it: git fetch --refetch --no-filter && git config --unset ${partial}`,
    )
  }
  const origin = remotes.get('remote.origin.url')
  return { slug: parseGitHubUrl(origin ?? ''), hasOrigin: origin !== undefined }
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

async function resolveRevision(gitDir: string, revision: string): Promise<string> {
  const unknown = (problem: string) =>
    new NotFoundError(problem, 'Give a branch, a tag or a commit that the repository has.')
  if (revision.trim() === '' || /[\n\0]/.test(revision)) throw unknown(`${JSON.stringify(revision)} is not a revision.`)
  // Through stdin a revision that looks like an option stays a revision.
  const input = `${revision}^{commit}\n`
  const answer = (
    await gitOutput(['cat-file', '--batch-check=%(objectname) %(objecttype)'], { gitDir, input })
  ).toString()
  const match = /^([0-9a-f]{40}) commit\n$/.exec(answer)
  if (match?.[1] !== undefined) return match[1]
  if (answer.endsWith('ambiguous\n')) throw unknown(`The revision ${revision} is ambiguous.`)
  throw unknown(`The repository has no revision ${revision}.`)
}

async function pullRequestHeads(gitDir: string): Promise<{ number: number; sha: string }[]> {
  const listing = await gitOutput(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/pull/'], { gitDir })
  const heads = [...listing.toString().matchAll(/^([0-9a-f]{40}) refs\/pull\/(\d+)\/head$/gm)]
  return heads.map(([, sha = '', number]) => ({ number: Number(number), sha })).sort((a, b) => a.number - b.number)
}
