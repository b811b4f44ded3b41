import { joinMoves } from '../../code/changes/join-moves.ts'
import { fragmentIssue } from './changelog.ts'
import type { ChangedFile, MappedFile } from './map-changes.ts'
import type { ChangelogReference, StepRecord } from './step-record.ts'

/** A changed file that is read; `mapped` is filled in when it has been. */
export interface DraftFile {
  readonly was: string | null
  readonly now: string | null
  readonly change: ChangedFile
  mapped: MappedFile | null
}

export interface DraftStep extends Pick<StepRecord, 'commit' | 'parent' | 'files' | 'hunks'> {
  readonly readable: readonly DraftFile[]
}

/** Joins what was found in the files of a step: functions that moved between them, and what its changelog names. */
export function assembleStep({ commit, parent, files, hunks, readable }: DraftStep): StepRecord {
  return {
    commit,
    parent,
    files,
    functions: joinMoves(readable.map(({ was, now, mapped }) => ({ was, now, functions: mapped?.functions ?? [] }))),
    changelog: changelogOf(files, readable),
    hunks,
    hunksMapped: readable.reduce(
      (sum, { change, mapped }) => sum + (mapped?.mapped && change.read !== 'changelog' ? change.hunks.length / 4 : 0),
      0,
    ),
  }
}

/** What the added lines and fragments name and no removed line or fragment did: a release that collects them names nothing new. */
function changelogOf(files: StepRecord['files'], readable: readonly DraftFile[]): ChangelogReference[] {
  const old = new Set<number>()
  const named = new Map<number, ChangelogReference>()
  for (const [was, now] of files) {
    const [before, after] = [was === null ? null : fragmentIssue(was), now === null ? null : fragmentIssue(now)]
    if (before !== null) old.add(before)
    if (after !== null && before !== after) named.set(after, { number: after, pull: false })
  }
  for (const { mapped } of readable) {
    for (const number of mapped?.unnamed ?? []) old.add(number)
    for (const each of mapped?.named ?? []) if (!named.has(each.number)) named.set(each.number, each)
  }
  return [...named.values()].filter(({ number }) => !old.has(number)).sort((a, b) => a.number - b.number)
}
