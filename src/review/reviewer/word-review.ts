import type { ReviewDocument } from '../review-document.ts'

/** The review in a few plain lines: for the terminal, and for who reads the hand-over. */
export function wordReview(document: ReviewDocument): string {
  const { subject, mapping, functions, findings, history, reviewers, facts, missing, nothing } = document
  const name =
    subject.number === null ? `${subject.base.slice(0, 7)}..${subject.head.slice(0, 7)}` : `#${subject.number}`
  const title = subject.title === null ? '' : ` ${subject.title}`
  return [
    `Review of ${name}${title}, at ${subject.head.slice(0, 7)}${subject.draft ? ' (draft)' : ''}`,
    `mapped ${mapping.mapped} of ${mapping.hunks} hunks in ${mapping.files} files; ${functions.length} functions`,
    ...(nothing === null ? [] : [nothing]),
    ...section('Changed', functions.map(wordFunction)),
    ...section(
      'Findings',
      findings.map(({ gravity, title: what, text, path, lines }) => {
        const place = path === null ? '' : ` (${path}${lines === null ? '' : `:${lines.start}`})`
        return `${gravity}: ${what}${place}. ${text}`
      }),
    ),
    ...section('Behind it', history.map(wordEarlier)),
    ...section(
      'Who could review',
      reviewers.map(
        ({ person, reasons, learner }) => `${person.title}${learner ? ' (could learn)' : ''}: ${reasons.join('; ')}`,
      ),
    ),
    ...section(
      'Facts that this makes stale',
      facts.map(({ text, about }) => `${text} (${about.join(', ')})`),
    ),
    ...section('Not seen', [...missing, ...mapping.unmapped.map(({ path, reason }) => `${path}: ${reason}`)]),
  ].join('\n')
}

const MOST_LINES = 15

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  const more = lines.length > MOST_LINES ? [`  … and ${lines.length - MOST_LINES} more`] : []
  return ['', title, ...lines.slice(0, MOST_LINES).map((line) => `  ${line}`), ...more]
}

function wordFunction({
  qualified_name,
  path,
  kind,
  added,
  removed,
  was,
}: ReviewDocument['functions'][number]): string {
  const before =
    was === null ? '' : `, was ${was.path === path ? was.qualified_name : `${was.path}: ${was.qualified_name}`}`
  return `${qualified_name} (${path}) ${kind} +${added} −${removed}${before}`
}

function wordEarlier({ change, at, how, lines, fixes }: ReviewDocument['history'][number]): string {
  const name = change.number === null ? change.ref.slice(0, 14) : `#${change.number}`
  const why = how === 'lines' ? `wrote ${lines} of the changed lines` : 'changed the same functions'
  const fixed = fixes.length === 0 ? '' : `; fixed ${fixes.map(({ number }) => `#${number}`).join(', ')}`
  return `${name} ${change.title} (${at?.slice(0, 10) ?? '?'}): ${why}${fixed}`
}
