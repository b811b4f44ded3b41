/** What a fact keeps of the code it is about, and the comparison with the code of today. */
import { createHash } from 'node:crypto'
import { storedKey } from '../graph/entities.ts'
import { anchorBaselines } from '../graph/queries/anchor-baselines.ts'
import { repositoryState } from '../graph/queries/repository-state.ts'
import type { Graph } from '../graph/types.ts'

export interface Baseline {
  readonly ref: string
  readonly label: string
  readonly name: string
  readonly gone: boolean
  /** Properties of the ABOUT edge. */
  readonly props: {
    readonly was: string
    readonly fingerprint: string | null
    readonly signature: string | null
    readonly callees: string[]
    readonly seen: string[]
    readonly commit: string | null
  }
}

const SEPARATOR = '\n'

/** Baselines of the nodes of today; those that do not exist are missing. */
export async function readBaselines(graph: Graph, refs: readonly string[]): Promise<Baseline[]> {
  const [rows, [repository]] = await Promise.all([
    graph.run(anchorBaselines, { keys: refs.map(storedKey) }),
    graph.run(repositoryState, {}),
  ])
  return rows
    .map(({ ref, label, name, gone, signature, callees, seen, ...code }) => ({
      ref,
      label,
      name: name ?? ref,
      gone,
      props: {
        was: ref,
        fingerprint: fingerprintOf({ label, ...code }),
        signature,
        callees: callees.map((callee) => `${callee.ref}${SEPARATOR}${callee.signature ?? ''}`).sort(),
        seen,
        commit: repository?.commit ?? null,
      },
    }))
    .sort((a, b) => refs.indexOf(a.ref) - refs.indexOf(b.ref))
}

export function readCallee(stored: string): { ref: string; signature: string } {
  const at = stored.indexOf(SEPARATOR)
  return { ref: stored.slice(0, at), signature: stored.slice(at + 1) }
}

interface Fingerprinted {
  readonly label: string
  readonly fingerprint: string | null
  readonly members: readonly string[]
}

/** A file looks like what it defines; code outside of functions and classes is not in it. Null for what is no code. */
export function fingerprintOf({ label, fingerprint, members }: Fingerprinted): string | null {
  if (label !== 'File') return fingerprint
  if (members.length === 0) return null
  const version = members[0]?.split(' ').at(-1)?.split(':', 1)[0] ?? ''
  return `${version}:${createHash('sha256')
    .update([...members].sort().join('\n'))
    .digest('hex')
    .slice(0, 16)}`
}

/** Version of the algorithm that made a fingerprint. Fingerprints of different versions cannot be compared. */
export const versionOf = (fingerprint: string) => fingerprint.slice(0, fingerprint.indexOf(':'))
