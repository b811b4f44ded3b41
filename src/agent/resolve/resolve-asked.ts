/** What a question is about, with what people did to say so: a choice among candidates, the text that their thread hangs on. */
import { storedKey } from '../../graph/entities.ts'
import { codesByRef } from '../../graph/queries/codes-by-ref.ts'
import { type Question, readQuestion } from '../question/read-question.ts'
import { code, type Resolution } from './resolution.ts'
import type { ResolveContext } from './resolve-context.ts'
import { resolveSubject } from './resolve-subject.ts'

export interface Asked {
  readonly question: Question
  /** What "this" may mean: the text that the thread hangs on. */
  readonly about: string | null
  /** Readable key of what was chosen when the question turned out to be ambiguous. */
  readonly chosen: string | null
}

export async function resolveAsked(context: ResolveContext, { question, about, chosen }: Asked): Promise<Resolution> {
  if (chosen !== null) {
    const [row] = await context.graph.run(codesByRef, { keys: [storedKey(chosen)] })
    if (row) return code([row], 'name')
  }
  const resolved = await resolveSubject(context, question)
  // What the thread spoke of since is nearer than what it hangs on.
  if (about === null || isResolved(resolved)) return resolved
  const hanging = await resolveSubject({ ...context, thread: [] }, readQuestion(about))
  return isResolved(hanging) ? hanging : resolved
}

const isResolved = ({ kind }: Resolution) => kind !== 'nothing-named' && kind !== 'no-match' && kind !== 'repository'
