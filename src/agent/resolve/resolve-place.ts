import type { Question } from '../question/read-question.ts'
import { segmentsOf } from './by-name.ts'
import { definitionAt, definitionOfFrames, definitionsOfCode } from './by-place.ts'
import { code, type Resolution, several } from './resolution.ts'
import type { ResolveContext } from './resolve-context.ts'

/** A link, a traceback or a piece of code in the message; null without one. */
export async function resolvePlace(context: ResolveContext, question: Question): Promise<Resolution | null> {
  const { graph, commit, readSource, repository } = context
  for (const { link, repository: linked } of question.links) {
    if (repository?.includes('/') && linked.toLowerCase() !== repository.toLowerCase()) {
      return { kind: 'other-repository', repository: linked }
    }
    if (link.kind === 'commit') return { kind: 'commit', sha: link.sha }
    if (link.kind !== 'blob') return { kind: link.kind, number: link.number, how: 'link' }
    const row = await definitionAt(graph, link.path, link.startLine, link.endLine)
    return row ? code([row], 'link') : { kind: 'unknown-place', asked: link.path }
  }
  if (question.frames.length > 0) {
    const row = await definitionOfFrames(graph, question.frames)
    const last = question.frames.at(-1)
    return row ? code([row], 'traceback') : { kind: 'unknown-place', asked: last ? `${last.path}:${last.line}` : '' }
  }
  for (const block of question.codeBlocks) {
    const hints = question.mentions
      .filter(({ kind }) => kind === 'code')
      .map(({ text }) => segmentsOf(text).at(-1) ?? text)
    const rows = await definitionsOfCode(graph, commit, readSource, block, hints)
    if (rows.length === 1 && rows[0]) return code([rows[0]], 'code block')
    if (rows.length > 1) return several(rows[0]?.name ?? '', rows)
  }
  return null
}
