import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { NotFoundError, UpstreamError, UserError } from '../errors.ts'
import { openRepository } from './open-repository.ts'
import { type GitOptions, gitFailed, gitOutput, runGit } from './run-git.ts'
import type { GitRepository } from './types.ts'

export interface CloneProgress {
  /** As git words it: `Receiving objects`, `Resolving deltas`. */
  readonly stage: string
  /** 0..100. */
  readonly percent: number
}

export interface CloneRequest {
  readonly slug: string
  /** https; plain http only to this machine. */
  readonly url: string
  /** Directory of the bare repository; fetched into when it exists. */
  readonly into: string
  readonly token?: string
  readonly onProgress?: (progress: CloneProgress) => void
}

/** Branches, tags and pull-request heads, the latter for merges by rebase. Deleted ones go. */
const refspecs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*', '+refs/pull/*/head:refs/pull/*/head']

/**
 * Clones bare, or brings an earlier clone up to date. The token travels in the environment of the one process that needs it:
 * it is on no command line and in no file. Throws NotFoundError (not there, or private), UserError (bad address, bad token) and
 * UpstreamError (network, retryable).
 */
export async function cloneRepository(request: CloneRequest): Promise<GitRepository> {
  const { slug, url, into, onProgress } = request
  const network = networkOptions(request)
  if (!existsSync(into)) await mkdir(into, { recursive: true })
  await gitOutput(['init', '--quiet', '--bare', '--template=', '.'], { cwd: into })
  const gitDir = into
  await gitOutput(['config', 'remote.origin.url', url], { gitDir })

  const branch = await defaultBranch(request, { ...network, gitDir })
  const fetch = [
    'fetch',
    '--progress',
    '--prune',
    '--no-tags',
    '--no-write-fetch-head',
    '--no-auto-gc',
    url,
    ...refspecs,
  ]
  const fetched = await runGit(fetch, {
    ...network,
    gitDir,
    onStderr: onProgress === undefined ? () => {} : progressReader(onProgress),
  })
  if (fetched.code !== 0) throw explain(request, fetch, fetched.code, fetched.stderr)
  if (branch !== null) await gitOutput(['symbolic-ref', 'HEAD', branch], { gitDir })
  return { ...(await openRepository(into)), slug, webUrl: url.replace(/\.git$/, '') }
}

function networkOptions({ url, token }: CloneRequest): GitOptions {
  const { protocol, hostname, origin, username } = new URL(url)
  const loopback = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
  if ((protocol !== 'https:' && !(protocol === 'http:' && loopback)) || username !== '') {
    throw new UserError(`${protocol}//${hostname} is not cloned.`, 'Only https addresses without credentials are.', {
      exitCode: 2,
    })
  }
  const authorization = `Authorization: Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`
  return {
    env: { GIT_ALLOW_PROTOCOL: protocol.slice(0, -1) },
    settings: [
      // Years of fetches would leave thousands of packs; tidied in the foreground, so that nothing is left running.
      ['gc.auto', '6700'],
      ['gc.autoDetach', 'false'],
      // Loose objects would be slower to read, one file each.
      ['fetch.unpackLimit', '1'],
      ['http.lowSpeedLimit', '1000'],
      ['http.lowSpeedTime', '60'],
      ...(token ? [[`http.${origin}/.extraHeader`, authorization] as const] : []),
    ],
  }
}

/** The ref that the remote's HEAD points to; null in a repository without commits. */
async function defaultBranch(request: CloneRequest, options: GitOptions): Promise<string | null> {
  const args = ['ls-remote', '--symref', request.url, 'HEAD']
  const { code, stdout, stderr } = await runGit(args, options)
  if (code !== 0) throw explain(request, args, code, stderr)
  return /^ref: (refs\/heads\/\S+)\tHEAD$/m.exec(stdout.toString())?.[1] ?? null
}

/** git's own words, in the C locale, tell the cases apart; there is no other sign. */
function explain({ slug, token }: CloneRequest, args: readonly string[], code: number, stderr: string): Error {
  if (token !== undefined && /could not read Username|Authentication failed|returned error: 401/i.test(stderr)) {
    return new UserError(
      `GITHUB_TOKEN does not open ${slug}: it is wrong, has expired, or was given no access to it.`,
      'Make one at https://github.com/settings/tokens that may read the contents of the repository.',
    )
  }
  if (
    /repository .* not found|could not read Username|Authentication failed|returned error: (401|403|404)/i.test(stderr)
  ) {
    return new NotFoundError(
      `GitHub has no repository ${slug}, or it is private.`,
      'Check the spelling; for a private repository set GITHUB_TOKEN to a token that may read it.',
    )
  }
  const network = /unable to access|RPC failed|early EOF|hung up|unexpected disconnect|invalid index-pack/i
  if (network.test(stderr)) {
    const cause = gitFailed(args, code, stderr)
    return new UpstreamError('GitHub', `${slug} cannot be fetched (${cause.message})`, { retryable: true, cause })
  }
  return gitFailed(args, code, stderr)
}

/** git redraws its progress lines with carriage returns. */
function progressReader(onProgress: (progress: CloneProgress) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const lines = (rest + text).split(/[\r\n]/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const match = /^(?:remote: )?([A-Z][\w ]+): +(\d+)%/.exec(line)
      if (match?.[1] !== undefined) onProgress({ stage: match[1], percent: Number(match[2]) })
    }
  }
}
