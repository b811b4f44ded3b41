import { once } from 'node:events'
import { cannotStart, spawnGit } from './run-git.ts'

export interface LineRange {
  /** 1-based, both included. */
  readonly start: number
  readonly end: number
}

export interface BlamedLines {
  readonly commit: string
  /** In the version that was asked about. */
  readonly start: number
  readonly count: number
  /** What the file was called in that commit. */
  readonly path: string
}

export interface Blame {
  readonly lines: readonly BlamedLines[]
  /** False when the time was up first: `lines` then has what was found until then. */
  readonly complete: boolean
}

/**
 * Which commits wrote lines of a file, blanks ignored, code copied from other files of the same commit followed to its source.
 * A path that the commit does not have gives no lines.
 */
export async function blameLines(
  gitDir: string,
  commit: string,
  path: string,
  ranges: readonly LineRange[],
  timeoutMs: number,
): Promise<Blame> {
  if (ranges.length === 0) return { lines: [], complete: true }
  const args = ['blame', '--incremental', '-w', '-C', ...ranges.flatMap(({ start, end }) => ['-L', `${start},${end}`])]
  const child = spawnGit([...args, commit, '--', path], { gitDir })
  child.stdin.on('error', () => {})
  child.stdin.end()
  child.stderr.resume()
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  try {
    const [code] = await once(child, 'close')
    const found = output.matchAll(/^([0-9a-f]{40}) \d+ (\d+) (\d+)\n(?:[a-z].*\n)*?filename (.*)$/gm)
    const lines = Array.from(found, ([, sha = '', start, count, name = '']) => ({
      commit: sha,
      start: Number(start),
      count: Number(count),
      path: name,
    }))
    return { lines, complete: code !== null }
  } catch (cause) {
    throw cannotStart(cause as Error)
  } finally {
    clearTimeout(timer)
  }
}
