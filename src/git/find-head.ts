import { UserError } from '../errors.ts'
import { gitOutput, runGit } from './run-git.ts'

/**
 * The commit that stands for the repository: HEAD, detached or not. Where HEAD names a branch without commits (a mirror of
 * a renamed default branch) the remote's default, `main`, `master` or the only branch takes its place. Null when there
 * is no branch at all; UserError when it cannot be told which is meant.
 */
export async function findHead(gitDir: string): Promise<{ sha: string; branch: string | null } | null> {
  // The usual case takes one process: a sync should be quick.
  const head = await runGit(['rev-parse', '--quiet', 'HEAD^{commit}', '--symbolic-full-name', 'HEAD'], { gitDir })
  if (head.code === 0) {
    const [sha = '', ref = ''] = head.stdout.toString().split('\n')
    return { sha, branch: shortBranch(ref) }
  }

  const listing = await gitOutput(['for-each-ref', '--format=%(refname:short)', 'refs/heads/'], { gitDir })
  const branches = listing.toString().split('\n').filter(Boolean)
  for (const ref of ['refs/remotes/origin/HEAD', 'refs/heads/main', 'refs/heads/master']) {
    const sha = await commitOf(gitDir, ref)
    if (sha !== null) return { sha, branch: shortBranch(ref) }
  }
  const [only, ...others] = branches
  if (only === undefined) return null
  const sha = others.length === 0 ? await commitOf(gitDir, `refs/heads/${only}`) : null
  if (sha !== null) return { sha, branch: only }
  const named = await runGit(['symbolic-ref', '--quiet', 'HEAD'], { gitDir })
  throw new UserError(
    `HEAD names the branch ${shortBranch(named.stdout.toString().trim()) ?? '?'}, which has no commits.`,
    `Say which one is meant with --at: ${branches.slice(0, 10).join(', ')}.`,
  )
}

const shortBranch = (ref: string) => (ref.startsWith('refs/heads/') ? ref.slice(11) : null)

async function commitOf(gitDir: string, ref: string): Promise<string | null> {
  const { code, stdout } = await runGit(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], { gitDir })
  return code === 0 ? stdout.toString().trim() : null
}
