import { storedKey } from '../../graph/entities.ts'
import { type RecordedText, recordedTexts } from '../../graph/queries/recorded-texts.ts'
import type { CodeRow } from '../../graph/queries/rows.ts'
import type { Graph } from '../../graph/types.ts'
import type { ChangeRow } from '../evidence.ts'
import { chooseReasons, type Reason } from './choose-reasons.ts'

export interface Said {
  readonly reasons: readonly Reason[]
  readonly origins: readonly RecordedText[]
}

const NOTHING: Said = { reasons: [], origins: [] }

/** What records say on the changes, the leading one first, and on the function where there is one. */
export async function gatherReasons(
  graph: Graph,
  changes: readonly ChangeRow[],
  subject: CodeRow | null,
): Promise<Said> {
  const pulls = changes.filter(({ kind }) => kind === 'pull_request').map(({ ref }) => ref)
  const [lead] = changes
  if (lead === undefined) return NOTHING
  const key = subject?.kind === 'function' ? storedKey(subject.ref) : ''
  const texts = await graph.run(recordedTexts, { changes: pulls.map(storedKey), function: key })
  const onSubject = texts.filter(
    ({ kind, concerns }) => kind !== 'comment' || key === '' || concerns.length === 0 || concerns.includes(key),
  )
  const origins = texts
    .filter(({ kind, change, at }) => (kind === 'issue' || kind === 'mentioned') && change === lead.ref && at !== null)
    .sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
  return { reasons: chooseReasons(onSubject, pulls, namesOf(subject)), origins }
}

const namesOf = (subject: CodeRow | null) => new Set(subject?.qualified_name?.split('.') ?? [])
