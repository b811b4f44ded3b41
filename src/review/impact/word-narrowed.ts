/** Findings on interfaces that changed while every known call still fits: one each, or one for all when there are many. */
import { makeCommonFinding, makeFinding } from '../make-finding.ts'
import { targetEvidence } from '../review-context.ts'
import type { Finding } from '../review-document.ts'
import { type Checked, evidenceOf, type NarrowedFunction, placeOf, SHOWN } from './check-calls.ts'

/** More than so many are one finding: a list of them buries what matters. */
const MOST_APART = 2
const MOST_EVIDENCE = 10

export function wordNarrowed(narrowed: readonly NarrowedFunction[], checked: Checked): Finding[] {
  const [first] = narrowed
  if (narrowed.length <= MOST_APART || first === undefined) return narrowed.map((each) => wordOne(each, checked))
  const names = narrowed
    .slice(0, SHOWN)
    .map(({ side, reasons }) => `\`${side.qualified_name}\` (${reasons.join(', ')})`)
  return [
    makeCommonFinding({
      kind: 'signature-changed',
      gravity: 'low',
      title: `${narrowed.length} functions take other arguments`,
      text: `${names.join('; ')}; and ${narrowed.length - names.length} more. All calls of them that are known here fit. Code outside this repository may call them the old way.`,
      ...placeOf(first.side, checked),
      function: null,
      evidence: narrowed.slice(0, MOST_EVIDENCE).map(({ target }) => targetEvidence(checked.context, target)),
    }),
  ]
}

function wordOne({ target, side, reasons, calls }: NarrowedFunction, checked: Checked): Finding {
  const known =
    calls.length === 0
      ? 'No call of it is known here.'
      : calls.length === 1
        ? 'The one call of it that is known here fits.'
        : `All ${calls.length} calls of it that are known here fit.`
  return makeFinding({
    kind: 'signature-changed',
    gravity: 'low',
    title: `\`${side.qualified_name}\` takes other arguments`,
    text: `${reasons.join(', ')}. ${known} Code outside this repository may call it the old way.`,
    ...placeOf(side, checked),
    function: target.was?.ref ?? null,
    evidence: [targetEvidence(checked.context, target), ...evidenceOf(calls, checked)],
  })
}
