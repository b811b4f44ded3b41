/** The only place where git is started, with an environment of our own: no user or system setting may alter a result. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { UpstreamError, UserError } from '../errors.ts'

/** What git needs of ours: where programs lie, and how to reach the network. Everything else, `GIT_*` first, stays out. */
const inherited =
  /^(PATH|TMPDIR|SYSTEMROOT|SYSTEMDRIVE|TEMP|TMP|SSL_CERT_FILE|SSL_CERT_DIR|(https?|all|no)_proxy|LD_LIBRARY_PATH|DYLD_.*)$/i

/**
 * Read by git as if given with `-c`, so it wins over the repository's own configuration. `safe.directory` may be `*`
 * because what that check guards against cannot happen: no hook, no external diff, no monitor, no transport is run.
 */
const settings: readonly (readonly [string, string])[] = [
  ['safe.directory', '*'],
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', devNull],
  ['core.quotePath', 'true'],
  ['core.useReplaceRefs', 'false'],
  ['credential.helper', ''],
  ['diff.renames', 'true'],
  ['i18n.logOutputEncoding', 'UTF-8'],
  ['log.showSignature', 'false'],
  ['gc.auto', '0'],
  // A quarter of git's own limit: reading all diffs of a long history takes a tenth longer, and 70 MB less.
  ['core.deltaBaseCacheLimit', '24m'],
]

export interface GitOptions {
  /** Also the working directory. Without it git looks for a repository in `cwd`. */
  readonly gitDir?: string
  readonly cwd?: string
  /** Further settings; secrets are safe here, they never reach the command line. */
  readonly settings?: readonly (readonly [string, string])[]
  readonly env?: Readonly<Record<string, string>>
}

/** The environment a git process gets: nothing inherited but the way to programs and network. */
export function gitEnvironment(options: GitOptions = {}): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && inherited.test(name)) env[name] = value
  }
  Object.assign(env, {
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GIT_FLUSH: '0',
    // A partial clone would fetch what it lacks, by a command of the repository's choosing.
    GIT_ALLOW_PROTOCOL: 'none',
  })
  if (options.gitDir !== undefined) {
    // Attributes (`*.py -diff`) come from work tree and index; pointing both at nothing makes every clone diff alike.
    Object.assign(env, {
      GIT_DIR: options.gitDir,
      GIT_WORK_TREE: options.gitDir,
      GIT_INDEX_FILE: join(options.gitDir, 'repobrain-reads-no-index'),
    })
  }
  Object.assign(env, options.env)
  const all = [...settings, ...(options.settings ?? [])]
  env.GIT_CONFIG_COUNT = String(all.length)
  all.forEach(([key, value], index) => {
    env[`GIT_CONFIG_KEY_${index}`] = key
    env[`GIT_CONFIG_VALUE_${index}`] = value
  })
  return env
}

export function spawnGit(args: readonly string[], options: GitOptions = {}): ChildProcessWithoutNullStreams {
  return spawn('git', args, { cwd: options.gitDir ?? options.cwd, env: gitEnvironment(options) })
}

export interface GitResult {
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: string
}

/** Runs git to its end. A failing exit code is a result, not an error; a git that cannot be started is an error. */
export function runGit(
  args: readonly string[],
  options: GitOptions & { readonly input?: string | Buffer; readonly onStderr?: (text: string) => void } = {},
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawnGit(args, options)
    const stdout: Buffer[] = []
    const stderr = stderrTail(child, options.onStderr)
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.on('error', (cause) => reject(cannotStart(cause)))
    child.on('close', (code) => resolve({ code: code ?? 1, stdout: Buffer.concat(stdout), stderr: stderr() }))
    // git may end before it has read everything; its exit code tells the story.
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')
  })
}

/** Like `runGit`, for calls that only fail when the repository or git itself is broken. */
export async function gitOutput(
  args: readonly string[],
  options: GitOptions & { readonly input?: string | Buffer } = {},
): Promise<Buffer> {
  const { code, stdout, stderr } = await runGit(args, options)
  if (code !== 0) throw gitFailed(args, code, stderr)
  return stdout
}

/** Keeps the last few kilobytes of what git says on stderr; the returned function reads them. */
export function stderrTail(child: ChildProcessWithoutNullStreams, onText?: (text: string) => void): () => string {
  let tail = ''
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (text: string) => {
    tail = (tail + text).slice(-8192)
    onText?.(text)
  })
  return () => tail.trim()
}

export function gitFailed(args: readonly string[], code: number | null, stderr: string): UpstreamError {
  const reason = stderr.split('\n').findLast((line) => /^(fatal|error):/.test(line)) ?? stderr.split('\n').at(-1)
  return new UpstreamError('git', `${args[0]} failed with exit code ${code}: ${reason || 'no message'}`)
}

export function cannotStart(cause: Error): Error {
  if ('code' in cause && cause.code === 'ENOENT') {
    return new UserError('git cannot be started.', 'Install git 2.34 or newer and make sure it is on the PATH.', {
      cause,
    })
  }
  return new UpstreamError('git', cause.message, { cause })
}
