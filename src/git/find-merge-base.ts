import { gitFailed, runGit } from './run-git.ts'

/** The commit where two histories part, the best one where there are several; null when they have nothing in common. */
export async function findMergeBase(gitDir: string, some: string, other: string): Promise<string | null> {
  const args = ['merge-base', some, other]
  const { code, stdout, stderr } = await runGit(args, { gitDir })
  if (code === 0) return stdout.toString().trim()
  if (code === 1) return null
  throw gitFailed(args, code, stderr)
}
