/** The first agent: who depends on what changed, and which calls would break. */
import { z } from 'zod'
import type { GitRepository } from '../../git/types.ts'
import { SURE_CALL } from '../../graph/queries/anchor-baselines.ts'
import { definitionsNamed } from '../../graph/queries/definitions-named.ts'
import type { Graph } from '../../graph/types.ts'
import { readFiles } from '../head-files.ts'
import { byGravity } from '../make-finding.ts'
import { readChange } from '../mapping/read-change.ts'
import { codeEvidence, openContext, type ReviewContext } from '../review-context.ts'
import { type CallEdge, type Finding, reviewDocument } from '../review-document.ts'
import { type Target, writeNote } from '../task.ts'
import { placeAtHead } from './call-sites-at-head.ts'
import { calledName, checkDeleted, checkSignature, type NarrowedFunction } from './check-calls.ts'
import { type FoundCall, findCallers } from './find-callers.ts'
import { removedNames } from './removed-names.ts'
import { wordImpact } from './word-impact.ts'
import { wordNarrowed } from './word-narrowed.ts'
import { wordRemoved } from './word-removed.ts'

const { callers, caller_counts, findings } = reviewDocument.shape
export const impactNote = z.object({ callers, caller_counts, findings })
export type ImpactNote = z.infer<typeof impactNote>

/** Edges that the note keeps, of production code and of tests. */
const MOST_CALLERS = 60
const MOST_TESTS = 40

export async function impact(graph: Graph, git: GitRepository, taskId: string): Promise<void> {
  const context = await openContext(graph, git, taskId)
  const { task } = context
  const targets = new Map(
    task.functions.flatMap((target) => {
      const ref = task.refs.get(target.was?.ref ?? '')
      return ref === undefined ? [] : [[ref, target] as const]
    }),
  )
  const roots = [...targets].flatMap(([ref, { test }]) => (test ? [] : [ref]))
  const calls = await findCallers(graph, roots)
  const body: ImpactNote = {
    ...listCallers(calls, targets, context),
    findings: (await findBreaks(calls, targets, context)).sort(byGravity),
  }
  await writeNote(graph, taskId, { agent: 'impact', text: wordImpact(body), body })
}

/** Changed functions that call each other are no news: they are left out. */
function listCallers(calls: readonly FoundCall[], targets: ReadonlyMap<string, Target>, context: ReviewContext) {
  const others = calls.filter(({ ref, confidence }) => !targets.has(ref) && confidence >= SURE_CALL)
  const names = new Map(others.map(({ ref, qualified_name, path }) => [ref, qualified_name ?? path]))
  for (const [ref, { was, now }] of targets) names.set(ref, (now ?? was)?.qualified_name ?? ref)
  const edge = (call: FoundCall): CallEdge => ({
    from: codeEvidence(context, call),
    to: call.called,
    to_name: names.get(call.called) ?? call.called,
    depth: call.depth,
    confidence: call.confidence,
    test: call.test,
  })
  const production = others.filter(({ test }) => !test)
  const tests = others.filter(({ test }) => test)
  const distinct = (some: readonly FoundCall[]) => new Set(some.map(({ ref }) => ref)).size
  return {
    callers: [...production.slice(0, MOST_CALLERS), ...tests.slice(0, MOST_TESTS)].map(edge),
    caller_counts: {
      direct: distinct(production.filter(({ depth }) => depth === 1)),
      transitive: distinct(production),
      tests: distinct(tests),
      unsure: distinct(calls.filter(({ confidence, ref }) => confidence < SURE_CALL && !targets.has(ref))),
    },
  }
}

async function findBreaks(
  calls: readonly FoundCall[],
  targets: ReadonlyMap<string, Target>,
  context: ReviewContext,
): Promise<Finding[]> {
  const { git, task } = context
  const direct = new Map<string, FoundCall[]>()
  for (const call of calls) {
    if (call.depth === 1) direct.set(call.called, [...(direct.get(call.called) ?? []), call])
  }
  const suspects = [...targets].filter(
    ([, { kind, was, now }]) => kind === 'deleted' || was?.signature !== now?.signature,
  )
  const paths = suspects.flatMap(([ref]) =>
    (direct.get(ref) ?? []).flatMap((call) => placeAtHead(call, targets)?.path ?? []),
  )
  const checked = { context, targets, callers: direct, files: await readFiles(git, task.head, paths) }
  const elsewhere = await namesElsewhere(suspects, context)
  const broken: Finding[] = []
  const narrowed: NarrowedFunction[] = []
  for (const [ref, target] of suspects) {
    if (target.kind === 'deleted') {
      broken.push(...checkDeleted(target, checked, elsewhere.has(ref)))
      continue
    }
    const outcome = checkSignature(target, checked)
    if (outcome.broken) broken.push(outcome.broken)
    if (outcome.narrowed) narrowed.push(outcome.narrowed)
  }
  broken.push(...wordNarrowed(narrowed, checked))
  const told = new Set(broken.map((finding) => finding.function))
  const moved = new Set(task.functions.flatMap(({ was, now }) => (was === null || now === null ? [] : [was.ref])))
  const removed = removedNames(await readChange(git, task.merge_base, task.head), moved)
  return [
    ...broken,
    ...wordRemoved(
      removed.filter(({ ref }) => !told.has(ref)),
      context,
    ),
  ]
}

/** Deleted functions whose name something else bears, so that a call of the name need not mean them. */
async function namesElsewhere(
  suspects: readonly (readonly [string, Target])[],
  { graph, task }: ReviewContext,
): Promise<Set<string>> {
  const deleted = suspects.flatMap(([ref, { kind, was }]) =>
    kind === 'deleted' && was !== null ? [{ ref, name: calledName(was) }] : [],
  )
  if (deleted.length === 0) return new Set()
  const rows = await graph.run(definitionsNamed, { names: deleted.map(({ name }) => name) })
  const gone = new Set(deleted.map(({ ref }) => ref))
  const alive = new Set(rows.filter((row) => !row.gone && !gone.has(row.ref)).map(({ name }) => name))
  for (const { now } of task.functions) if (now !== null) alive.add(calledName(now))
  return new Set(deleted.filter(({ name }) => alive.has(name)).map(({ ref }) => ref))
}
