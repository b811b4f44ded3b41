import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openRepository } from './open-repository.ts'
import { gitOutput } from './run-git.ts'
import type { GitRepository } from './types.ts'

/** Unpacks a git bundle into the bare repository `into` (made when it is not there) and opens it; HEAD is `main`. */
export async function openBundle(bundle: string, into: string): Promise<GitRepository> {
  await mkdir(into, { recursive: true })
  await gitOutput(['init', '--quiet', '--bare', '--template=', '--initial-branch=main', '.'], { cwd: into })
  const fetch = ['fetch', '--quiet', '--no-write-fetch-head', '--no-auto-gc', resolve(bundle), '+refs/*:refs/*']
  await gitOutput(fetch, { gitDir: into, env: { GIT_ALLOW_PROTOCOL: 'file' } })
  return openRepository(into)
}
