/** Findings on public names that are gone: one each, or one for all when there are many. */
import { makeCommonFinding, makeFinding } from '../make-finding.ts'
import type { ReviewContext } from '../review-context.ts'
import type { Finding, ReviewEvidence } from '../review-document.ts'
import type { RemovedName } from './removed-names.ts'

/** More than so many are one finding: a list of them buries what matters. */
const MOST_APART = 2
const MOST_EVIDENCE = 10
const SHOWN = 6
const OUTSIDE = 'Code outside this repository that uses'

export function wordRemoved(names: readonly RemovedName[], context: ReviewContext): Finding[] {
  const shared = { kind: 'public-name-removed', gravity: 'medium', lines: null, url: null } as const
  if (names.length <= MOST_APART) {
    return names.map((name) =>
      makeFinding({
        ...shared,
        title: `\`${name.qualified_name}\` is no longer in \`${name.path}\``,
        text: `It was public, and nothing there bears its name any more. ${OUTSIDE} it breaks.`,
        path: name.path,
        function: name.ref,
        evidence: [evidenceOf(name, context)],
      }),
    )
  }
  const listed = names.slice(0, SHOWN).map(({ qualified_name, path }) => `\`${qualified_name}\` (${path})`)
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''
  return [
    makeCommonFinding({
      ...shared,
      title: `${names.length} public names are gone from where they were`,
      text: `${listed.join(', ')}${more}. ${OUTSIDE} them breaks.`,
      path: names[0]?.path ?? null,
      function: null,
      evidence: names.slice(0, MOST_EVIDENCE).map((name) => evidenceOf(name, context)),
    }),
  ]
}

function evidenceOf(
  { ref, qualified_name, path, start_line, end_line }: RemovedName,
  { links }: ReviewContext,
): ReviewEvidence {
  const url = links.base.code(path, start_line, end_line)
  return { kind: 'function', ref, title: qualified_name, number: null, url }
}
