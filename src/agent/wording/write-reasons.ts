/** What records say on why: quoted, with who said it and where. */
import type { RecordedText } from '../../graph/queries/recorded-texts.ts'
import type { ChangeRow } from '../evidence.ts'
import type { Reason } from '../findings/choose-reasons.ts'
import { isIssue, pullOf } from '../findings/cite-reasons.ts'
import { dateOf } from './change-facts.ts'
import type { Labels } from './labels.ts'
import type { Phrases } from './phrases.ts'

/** One line for each quotation; '' without any. */
export function writeReasons(reasons: readonly Reason[], labels: Labels, say: Phrases): string {
  if (reasons.length === 0) return ''
  const lines = reasons.map(({ text, sentence, by }) => {
    const who = by === null ? null : labels.person(by)
    return `- ${say.reason(labels.quote(sentence), who, sourceOf(text, labels, say))}`
  })
  return [say.reasonsAre(), ...lines].join('\n')
}

/** That there is nothing to quote: because none is recorded, or because nothing is indexed. */
export function writeNoReason(
  change: Pick<ChangeRow, 'ref' | 'kind' | 'number' | 'sha' | 'title' | 'state'>,
  labels: Labels,
  say: Phrases,
): string {
  const label = labels.change(change)
  return change.state === null ? say.reasonUnknown(label) : say.noReason(label)
}

function sourceOf(text: RecordedText, labels: Labels, say: Phrases): string {
  if (text.kind === 'comment') return labels.comment(text.ref, say.remark(labels.change(pullOf(text)), text.path))
  return isIssue(text)
    ? say.issue(labels.issue({ number: text.number ?? 0, title: text.title }))
    : labels.change(pullOf(text))
}

/** Who raised first what the change is about: the oldest of its issues and of what it mentions; '' when nothing is recorded. */
export function writeOrigins(origins: readonly RecordedText[], labels: Labels, say: Phrases): string {
  const raised = origins.map((text) => {
    const [by] = text.people
    const thing = isIssue(text)
      ? say.issue(labels.issue({ number: text.number ?? 0, title: text.title }))
      : labels.change(pullOf(text))
    return say.raised(by ? labels.person(by) : null, thing, dateOf(text.at))
  })
  const [first, ...later] = raised
  return first === undefined ? '' : [say.raisedFirst(first), ...later.map(say.raisedLater)].join(' ')
}
