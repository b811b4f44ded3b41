import type { Writable } from 'node:stream'
import { cannotStart, type GitOptions, gitFailed, spawnGit, stderrTail } from './run-git.ts'

/** Bytes of input that are handed to git in one write. */
const INPUT_CHUNK = 32 * 1024

/**
 * Runs git, feeds it `input` line by line and yields its output as it comes. Neither side is ever buffered whole: git waits
 * for the consumer, the input waits for git. Ending the iteration early ends git. Throws UpstreamError when git fails.
 */
export async function* streamGit(
  args: readonly string[],
  options: GitOptions & { readonly input?: Iterable<string> } = {},
): AsyncGenerator<Buffer> {
  const child = spawnGit(args, options)
  const stderr = stderrTail(child)
  let failure: Error | null = null
  const closed = new Promise<number | null>((resolve) => {
    child.on('error', (cause) => {
      failure = cannotStart(cause)
      resolve(null)
    })
    child.on('close', resolve)
  })
  child.stdin.on('error', () => {})
  void feed(child.stdin, options.input ?? [])
  let complete = false
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer
    complete = true
  } finally {
    if (!complete) child.kill('SIGKILL')
    const code = await closed
    // biome-ignore lint/correctness/noUnsafeFinally: only a complete run may fail here
    if (complete && (failure !== null || code !== 0)) throw failure ?? gitFailed(args, code, stderr())
  }
}

async function feed(stdin: Writable, lines: Iterable<string>): Promise<void> {
  let pending = ''
  for (const line of lines) {
    pending += `${line}\n`
    if (pending.length < INPUT_CHUNK) continue
    if (!stdin.write(pending)) await writable(stdin)
    if (stdin.destroyed) return
    pending = ''
  }
  stdin.end(pending)
}

function writable(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done)
      stream.off('close', done)
      resolve()
    }
    stream.on('drain', done)
    stream.on('close', done)
  })
}
