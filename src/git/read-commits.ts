import { decodeText } from './decode-text.ts'
import { streamGit } from './stream-git.ts'
import type { CommitRecord, Signature } from './types.ts'

const fields = ['%H', '%P', '%an', '%ae', '%ad', '%cn', '%ce', '%cd', '%B']

/** All commits reachable from `tip` and not from `exclude`, children before parents. */
export function readCommits(
  gitDir: string,
  tip: string,
  exclude: readonly string[] = [],
): AsyncGenerator<CommitRecord> {
  return readLog(gitDir, ['--topo-order'], [tip, ...exclude.map((sha) => `^${sha}`)])
}

/** Exactly the commits asked for, each once and in no special order; those that git does not have are left out. */
export async function* readCommitsAt(gitDir: string, shas: readonly string[]): AsyncGenerator<CommitRecord> {
  if (shas.length > 0) yield* readLog(gitDir, ['--no-walk=unsorted', '--ignore-missing'], shas)
}

async function* readLog(
  gitDir: string,
  walk: readonly string[],
  input: readonly string[],
): AsyncGenerator<CommitRecord> {
  // git applies `--ignore-missing` only to what it reads after it.
  const args = ['log', ...walk, '--stdin', '--date=raw', '--no-notes', '--no-color', '--no-decorate', '--no-mailmap']
  const format = `--format=tformat:${fields.join('%x00')}`
  let values: string[] = []
  let carry: Buffer | null = null
  for await (const chunk of streamGit([...args, '-z', format], { gitDir, input })) {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const piece = chunk.subarray(start, end)
      values.push(decodeText(carry === null ? piece : Buffer.concat([carry, piece])))
      carry = null
      start = end + 1
      if (values.length === fields.length) {
        yield toRecord(values)
        values = []
      }
    }
    const rest: Buffer = chunk.subarray(start)
    if (rest.length > 0) carry = carry === null ? rest : Buffer.concat([carry, rest])
  }
}

function toRecord(values: readonly string[]): CommitRecord {
  const [sha = '', parents = '', an = '', ae = '', ad = '', cn = '', ce = '', cd = '', message = ''] = values
  return {
    sha,
    parents: parents === '' ? [] : parents.split(' '),
    author: signature(an, ae, ad),
    committer: signature(cn, ce, cd),
    message: message.trimEnd(),
  }
}

function signature(name: string, email: string, date: string): Signature {
  return { name, email, at: isoDate(date) }
}

/** `1763435520 -0800` as ISO 8601 with its own offset. A date that git cannot make sense of is the epoch. */
function isoDate(raw: string): string {
  const match = /^(-?\d+) ([+-])(\d\d)(\d\d)$/.exec(raw)
  const seconds = Number(match?.[1] ?? 0)
  const minutes = (match?.[2] === '-' ? -1 : 1) * (Number(match?.[3] ?? 0) * 60 + Number(match?.[4] ?? 0))
  const local = new Date((seconds + minutes * 60) * 1000)
  if (Number.isNaN(local.getTime())) return '1970-01-01T00:00:00+00:00'
  const offset = match === null ? '+00:00' : `${match[2]}${match[3]}:${match[4]}`
  return local.toISOString().slice(0, 19) + offset
}
