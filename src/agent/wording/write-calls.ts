/** Callers, callees, what a change reaches, and how sure that is. */
import { type CallerRow, SURE } from '../tools/callers.ts'
import { type CodeText, isMissing, shortName } from './write-code.ts'

export function writeCalls(text: CodeText): string[] {
  const { findings, found, labels, say } = text
  const { intents } = findings.question
  const label = labels.code(found.subject)
  if (found.subject.gone) return [say.goneUnrecorded(label)]
  if (found.subject.kind !== 'function') {
    const functions = found.members.filter((row) => row.kind === 'function').slice(0, 8)
    return [[say.notAFunction(label), ...functions.map((row) => `- ${labels.code(row)}`)].join('\n')]
  }
  if (intents.includes('path-between')) return [writePath(text)]
  if (intents.includes('callees')) return [writeCallees(text), degraded(text)]
  if (isMissing(findings)) return [say.callsMissing(label, findings.repository?.calls_failed_files ?? 0)]
  return intents.includes('weak')
    ? [writeWeak(text), degraded(text)]
    : [writeCallers(text), writeReach(text), degraded(text)]
}

function writeCallers({ findings, found, shown, labels, say }: CodeText): string {
  const { calls, subject } = found
  if (!calls) return ''
  const label = labels.code(subject)
  const lines: string[] = []
  if (calls.own.length === 0) {
    const incomplete = (findings.repository?.calls_failed_files ?? 0) > 0
    lines.push(incomplete ? say.notCalled(label) : `${say.notCalled(label)} ${say.notCalledCaveat()}`)
  } else {
    const impact = findings.question.intents.includes('impact')
    lines.push(impact ? say.breaks(label, calls.own.length) : say.calledBy(label, calls.own.length))
    lines.push(...shown.callers.map((row) => callLine(row, labels, say)))
    if (calls.own.length > shown.callers.length) lines.push(`- … ${calls.own.length - shown.callers.length}`)
  }
  const after: string[] = []
  if (calls.tests.length > 0)
    after.push(
      say.testsCover(
        calls.tests.length,
        shown.tests.map((row) => labels.name(row)),
      ),
    )
  if (calls.weak.length > 0) after.push(say.weakHidden(calls.weak.length, shortName(found)))
  return after.length > 0 ? `${lines.join('\n')}\n\n${after.join(' ')}` : lines.join('\n')
}

function callLine(row: CallerRow, labels: CodeText['labels'], say: CodeText['say']): string {
  const module = row.kind === 'file' ? say.moduleLevel() : ''
  return say.callLine(`${labels.code(row)}${module}`, row.lines)
}

function writeReach({ found, shown, labels, say }: CodeText): string {
  if (found.indirect.length === 0) return ''
  const tests = found.indirect.filter((row) => row.test).length
  const depth = Math.max(...found.indirect.map((row) => row.depth))
  return say.reaches(found.indirect.length - tests, tests, depth, shown.indirect.map(labels.name))
}

function writeWeak({ shown, found, labels, say }: CodeText): string {
  if ((found.calls?.weak.length ?? 0) === 0) return `${labels.code(found.subject)}: ${say.noWeak()}`
  return [
    `${labels.code(found.subject)}. ${say.weakCallers()}`,
    ...shown.weak.map((row) => callLine(row, labels, say)),
  ].join('\n')
}

function writeCallees({ found, labels, say }: CodeText): string {
  const sure = (found.callees ?? []).filter((callee) => callee.sure).map((callee) => callee.row)
  const label = labels.code(found.subject)
  if (sure.length === 0) return say.callsNothing(label)
  return [say.calls(label, sure.length), ...sure.map((row) => say.callLine(labels.code(row), []))].join('\n')
}

function writePath({ found, labels, say }: CodeText): string {
  const { walk, subject } = found
  if (!walk) return say.noPath(labels.code(subject), '?')
  if (!walk.row) return say.noPath(labels.code(subject), labels.code(walk.to))
  const { refs, paths, qualified_names, confidences } = walk.row
  const names = refs.map((ref, index) =>
    labels.name({ ref, path: paths[index] ?? '', qualified_name: qualified_names[index] ?? null }),
  )
  return say.path(names, confidences.filter((confidence) => confidence < SURE).length)
}

function degraded({ findings, say }: CodeText): string {
  const { repository } = findings
  if (!repository || repository.calls_failed_files === 0 || isMissing(findings)) return ''
  return say.callsDegraded(repository.calls_failed_files, repository.files_parsed)
}
