/** How the code under a fact compares with the code that the fact was said of; pure. */
import type { z } from 'zod'
import type { calledSignatures } from '../graph/queries/called-signatures.ts'
import type { factAnchors } from '../graph/queries/fact-details.ts'
import { fingerprintOf, readCallee, versionOf } from './baseline.ts'
import type { FactCause, FactStatus } from './fact.ts'

export type AnchorRow = z.infer<typeof factAnchors.row>
export type CalledRow = z.infer<typeof calledSignatures.row>

export interface AnchorState {
  readonly status: FactStatus
  readonly cause: FactCause | null
  readonly changedCallees: readonly string[]
}

/** `called`: today's functions that the baseline called, by key, and all others of their names. */
export function anchorState(anchor: AnchorRow, called: readonly CalledRow[]): AnchorState {
  const { baseline, ref, was, gone } = anchor
  const changes = leading(anchor.changes)
  const state = (status: FactStatus, cause: FactCause | null = null): AnchorState => ({
    status,
    cause,
    changedCallees: [],
  })
  if (gone) return state('gone', changes.find(did('deleted')) ?? changes[0] ?? null)
  if (baseline === null) return state('unknown')
  const today = fingerprintOf(anchor)
  const changed = changes.find(did('changed', 'signature', 'added', 'deleted')) ?? null
  if (today === null) return state('stale', changed)
  if (versionOf(today) !== versionOf(baseline)) return changed ? state('stale', changed) : state('unknown')
  if (today !== baseline && !isRename(anchor, changes)) return state('stale', changed)
  const changedCallees = calleesChanged(anchor, called)
  if (changedCallees.length > 0) return { status: 'weakened', cause: null, changedCallees }
  return state(was !== null && was !== ref ? 'moved' : 'current')
}

type Change = AnchorRow['changes'][number]

const did =
  (...kinds: readonly string[]) =>
  (change: Change) =>
    change.kinds.some((kind) => kinds.includes(kind))

/** What only carried the change of another pull request explains nothing while that one is there. */
function leading(changes: readonly Change[]): readonly Change[] {
  const own = changes.filter(({ carried }) => !carried)
  return own.length > 0 ? own : changes
}

/** A new name is part of the fingerprint. History tells that nothing else changed: it then calls the function moved. */
function isRename({ ref, was }: AnchorRow, changes: readonly Change[]): boolean {
  const renamed = was !== null && lastName(was) !== lastName(ref)
  return renamed && changes.length > 0 && changes.every(({ kinds }) => kinds.every((kind) => kind === 'moved'))
}

/** Of a key: `run` in `function:src/app.py::App.run~2`. */
export const lastName = (ref: string) => /[^.:~]+(?=(?:~\d+)?$)/.exec(ref)?.[0] ?? ref

/** Names of functions that it called with another signature then; one that is found as it was at another place only moved. */
function calleesChanged({ callees }: AnchorRow, called: readonly CalledRow[]): string[] {
  const byKey = new Map(called.map((row) => [row.ref, row]))
  return callees.flatMap((stored) => {
    const callee = readCallee(stored)
    const name = lastName(callee.ref)
    const known = byKey.get(callee.ref)
    const today = known && !known.gone ? [known] : called.filter((row) => row.name === name && !row.gone)
    return today.some(({ signature }) => (signature ?? '') === callee.signature) ? [] : [name]
  })
}

const BY_WEIGHT: readonly FactStatus[] = ['gone', 'stale', 'weakened', 'moved', 'current', 'unknown']

/** A fact about several things is as good as the worst of them. */
export function worstOf(states: readonly AnchorState[]): AnchorState {
  const sorted = [...states].sort((a, b) => BY_WEIGHT.indexOf(a.status) - BY_WEIGHT.indexOf(b.status))
  return sorted[0] ?? { status: 'gone', cause: null, changedCallees: [] }
}
