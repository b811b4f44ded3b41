/** Holds the calls of functions whose interface changed, or that are gone, against the head. */

import { languageOfSource } from '../../code/languages.ts'
import { readParameters } from '../../code/parameters.ts'
import { SURE_CALL } from '../../graph/queries/anchor-baselines.ts'
import type { CommitFile } from '../head-files.ts'
import { makeFinding } from '../make-finding.ts'
import { isAside } from '../mapping/is-aside.ts'
import type { FunctionSide } from '../mapping/map-functions.ts'
import { codeEvidence, type ReviewContext, targetEvidence } from '../review-context.ts'
import type { Finding } from '../review-document.ts'
import type { Target } from '../task.ts'
import { callsAtHead, type HeadCall } from './call-sites-at-head.ts'
import type { FoundCall } from './find-callers.ts'
import { misfit, narrowed } from './fits.ts'

/** Calls of one function that are shown one by one; the others are counted. */
export const SHOWN = 3

export interface Checked {
  readonly context: ReviewContext
  /** Direct callers by the key of what they call. */
  readonly callers: ReadonlyMap<string, readonly FoundCall[]>
  /** Changed functions by the key that the graph has them under. */
  readonly targets: ReadonlyMap<string, Target>
  /** At the head. */
  readonly files: ReadonlyMap<string, CommitFile>
}

/** What a call names: a constructor is called by the name of its class. */
export function calledName({ qualified_name }: Pick<FunctionSide, 'qualified_name'>): string {
  const parts = qualified_name.split('.')
  const last = parts.at(-1) ?? ''
  return last === '__init__' || last === '__new__' || last === 'constructor' ? (parts.at(-2) ?? last) : last
}

/** A function whose interface changed so that calls which fitted may not fit any more, though those that are known do. */
export interface NarrowedFunction {
  readonly target: Target
  readonly side: FunctionSide
  readonly reasons: readonly string[]
  readonly calls: readonly HeadCall[]
}

/** What a changed interface does to the calls that are known. */
export function checkSignature(
  target: Target,
  checked: Checked,
): { readonly broken?: Finding; readonly narrowed?: NarrowedFunction } {
  const { was, now } = target
  if (was === null || now === null || was.signature === now.signature) return {}
  const language = languageOfSource(now.path)?.name ?? ''
  const before = readParameters(was.signature, language)
  const after = readParameters(now.signature, language)
  if (before === null || after === null) return {}
  const reasons = narrowed(before, after)
  if (reasons.length === 0) return {}
  const calls = sureCalls(target, checked, now)
  const broken = calls.flatMap((each) => {
    const reason = misfit(each.call, after)
    return reason === null || misfit(each.call, before) !== null ? [] : [{ ...each, reason }]
  })
  if (broken.length > 0) return { broken: brokenCalls(target, broken, checked) }
  if (target.test || isPrivate(now.qualified_name) || isAside(now.path)) return {}
  return { narrowed: { target, side: now, reasons, calls } }
}

/** A finding on calls of a function that is not there any more. `elsewhere`: the head has others of its name. */
export function checkDeleted(target: Target, checked: Checked, elsewhere: boolean): Finding[] {
  const { was } = target
  if (was === null || elsewhere) return []
  const calls = sureCalls(target, checked, was).map((each) => ({ ...each, reason: 'still calls it' }))
  return calls.length === 0 ? [] : [brokenCalls(target, calls, checked)]
}

function sureCalls(target: Target, { callers, targets, files, context }: Checked, side: FunctionSide): HeadCall[] {
  const ref = context.task.refs.get(target.was?.ref ?? '') ?? ''
  const sure = (callers.get(ref) ?? []).filter(({ confidence }) => confidence >= SURE_CALL)
  return callsAtHead(calledName(side), sure, targets, files)
}

function brokenCalls(target: Target, broken: readonly (HeadCall & { reason: string })[], checked: Checked): Finding {
  const { was, now } = target
  const [first] = broken
  const name = (now ?? was)?.qualified_name ?? ''
  const listed = broken.slice(0, SHOWN).map(({ caller, call, path, reason }) => {
    const by = caller.qualified_name ?? path
    return `\`${by}\` (${path}:${call.line}) ${reason}`
  })
  const more = broken.length > SHOWN ? `; and ${broken.length - SHOWN} more` : ''
  const production = broken.some(({ caller }) => !caller.test)
  const line = first?.call.line
  return makeFinding({
    kind: 'call-breaks',
    gravity: production ? 'high' : 'medium',
    title:
      now === null
        ? `\`${name}\` is deleted, and still called`
        : `${broken.length === 1 ? 'A call does' : `${broken.length} calls do`} not fit the new signature of \`${name}\``,
    text: `${listed.join('; ')}${more}.`,
    path: first?.path ?? null,
    lines: line === undefined ? null : { start: line, end: line },
    url: first === undefined || line === undefined ? null : checked.context.links.head.code(first.path, line, line),
    function: was?.ref ?? null,
    evidence: [targetEvidence(checked.context, target), ...evidenceOf(broken, checked)],
  })
}

export function evidenceOf(calls: readonly HeadCall[], { context }: Checked) {
  const callers = new Map(calls.map(({ caller }) => [caller.ref, caller]))
  return [...callers.values()].slice(0, SHOWN).map((caller) => codeEvidence(context, caller))
}

export function placeOf(side: FunctionSide, { context }: Pick<Checked, 'context'>) {
  const { path, start_line, end_line } = side
  return {
    path,
    lines: { start: start_line, end: end_line },
    url: context.links.head.code(path, start_line, end_line),
  }
}

const isPrivate = (qualifiedName: string) => qualifiedName.split('.').some((part) => /^[_#](?!_\w+__$)/.test(part))
