/**
 * A review as one comment on GitHub, edited in place from push to push. What matters stands open: at most three findings, who
 * should review, facts at risk. Everything else is folded.
 */
import type { EarlierChange, ReviewDocument, SuggestedReviewer } from '../review-document.ts'
import { type CarriedFindings, carryFindings } from './carry-findings.ts'
import { type CarriedFinding, type CommentState, dismissBox, MARKER, writeState } from './comment-state.ts'
import { escapeHtml, escapeText, inlineCode, renderProse } from './escape-text.ts'
import { link, numberLink } from './link.ts'
import { renderBlastRadius } from './render-blast-radius.ts'
import { renderFinding, renderReference } from './render-finding.ts'

/** GitHub refuses comments of more than 65,536 characters; the rest is left for the line that a later run may add. */
export const LONGEST_COMMENT = 65_000
const OPEN_FINDINGS = 3
const FOLDED_FINDINGS = 20
const MOST_REVIEWERS = 4
const OPEN_FACTS = 3
const MOST_FUNCTIONS = 30
const MOST_HISTORY = 15
const MOST_SOLVED = 10
const MOST_MISSING = 15
const NO_RUN = { id: '', began: '' }

/**
 * `previous`: what the comment remembered before, see `readState`. `run`: who writes it. The comment is shorter than GitHub's
 * limit whatever the document holds: what matters least is left out first.
 */
export function renderComment(
  document: ReviewDocument,
  previous: CommentState | null = null,
  run: CommentState['run'] = NO_RUN,
): string {
  const { head } = document.subject
  const carried = carryFindings(document.findings, previous?.findings ?? [], head)
  const state = (findings: readonly CarriedFinding[]) =>
    writeState({ version: 1, status: 'done', head, run, findings: [...findings] })
  const essential = [headline(document, carried), ...summary(document), ...openFindings(carried)]
  /** The last are left out first. */
  const further = [
    reviewers(document.reviewers),
    facts(document),
    solved(carried.all),
    missing(document),
    dismissing(carried),
    foldedFindings(carried),
    blastRadius(document),
    history(document.history),
    changedFunctions(document),
  ].filter((section) => section !== '')
  for (let kept = further.length; kept > 0; kept--) {
    const left = kept === further.length ? [] : ['_Some parts are left out: the comment would be too long._']
    const body = [MARKER, ...essential, ...further.slice(0, kept), ...left, state(carried.all)].join('\n\n')
    if (body.length <= LONGEST_COMMENT) return body
  }
  return [MARKER, ...essential, state(carried.all.slice(0, OPEN_FINDINGS))].join('\n\n')
}

function headline({ functions, nothing }: ReviewDocument, { open }: CarriedFindings): string {
  if (nothing !== null) return '### RepoBrain: nothing to review'
  const found = open.length === 0 ? 'no findings' : count(open.length, 'finding')
  return `### RepoBrain: ${found} in ${count(functions.length, 'changed function')}`
}

function summary({ subject, mapping, caller_counts, nothing }: ReviewDocument): string[] {
  if (nothing !== null) return [renderProse(nothing, 300, () => null)]
  const { direct, tests } = caller_counts
  const called =
    direct + tests === 0
      ? 'no known callers'
      : `called from ${count(direct, 'place')} outside of tests and ${count(tests, 'place')} in tests`
  const mapped = `mapped ${mapping.mapped} of ${count(mapping.hunks, 'hunk')}`
  return [`${inlineCode(subject.head.slice(0, 7))} · ${mapped} in ${count(mapping.files, 'file')} · ${called}`]
}

const openFindings = ({ open }: CarriedFindings) =>
  open.length === 0
    ? []
    : [
        open
          .slice(0, OPEN_FINDINGS)
          .map((each, at) => renderFinding(each, at + 1))
          .join('\n'),
      ]

function foldedFindings({ open }: CarriedFindings): string {
  const rest = open.slice(OPEN_FINDINGS, OPEN_FINDINGS + FOLDED_FINDINGS)
  const more = open.length - OPEN_FINDINGS - rest.length
  const lines = rest.map((each, at) => renderFinding(each, OPEN_FINDINGS + at + 1))
  return fold(`${count(open.length - OPEN_FINDINGS, 'more finding')}`, [...lines, ...andMore(more)])
}

function reviewers(all: readonly SuggestedReviewer[]): string {
  const lines = all.slice(0, MOST_REVIEWERS).map(({ person, reasons, learner, evidence }) => {
    const shown = evidence.length === 0 ? '' : ` (${evidence.slice(0, 3).map(numberOrName).join(', ')})`
    const why = reasons
      .slice(0, 3)
      .map((reason) => renderProse(reason, 200, () => null))
      .join('; ')
    return `- ${link(escapeText(person.title), person.url)}${learner ? ', who could learn from it' : ''}: ${why}${shown}`
  })
  return lines.length === 0 ? '' : `**Who could review**\n${lines.join('\n')}`
}

const numberOrName = (evidence: SuggestedReviewer['evidence'][number]) =>
  evidence.number === null ? renderReference(evidence) : numberLink(evidence.number, evidence.url)

function facts({ facts: all }: ReviewDocument): string {
  const lines = all.map(({ text, about, why, url }) => {
    const names = about
      .slice(0, 3)
      .map((name) => inlineCode(name))
      .join(', ')
    return `- ${link(escapeText(text, 240), url)} (${why === 'code-removed' ? 'code removed' : 'code changed'}: ${names})`
  })
  if (lines.length === 0) return ''
  const rest = fold(`${count(lines.length - OPEN_FACTS, 'more fact')}`, lines.slice(OPEN_FACTS, 30))
  return [`**🟠 Facts that this makes stale**\n${lines.slice(0, OPEN_FACTS).join('\n')}`, rest].join('\n\n').trim()
}

function solved(all: readonly CarriedFinding[]): string {
  const some = all.filter(({ status }) => status === 'solved')
  const lines = some.slice(0, MOST_SOLVED).map((each) => {
    const by = each.solved_by === null ? '' : ` – solved in ${inlineCode(each.solved_by.slice(0, 7))}`
    return `- ~~${titleOf(each)}~~${by}`
  })
  const more = andMore(some.length - lines.length)
  return lines.length <= OPEN_FINDINGS ? lines.join('\n') : fold(`${some.length} solved`, [...lines, ...more])
}

/** Without code spans: strikes do not reach into them. */
const titleOf = ({ title, place }: CarriedFinding) =>
  `${escapeText(title.replaceAll('`', ''))}${place === null ? '' : ` (${escapeText(place, 300)})`}`

function dismissing({ all }: CarriedFindings): string {
  const boxes = all.filter(({ status }) => status !== 'solved').map((each) => dismissBox(each, titleOf(each)))
  const dismissed = all.filter(({ status }) => status === 'dismissed').length
  const note = dismissed === 0 ? '' : ` (${dismissed} dismissed)`
  return fold(`Not a problem? Tick it, and it is not raised again${note}`, boxes)
}

function missing({ missing: sentences, mapping }: ReviewDocument): string {
  const unmapped = mapping.unmapped.map(
    ({ path, reason }) => `- ${inlineCode(path)}: ${renderProse(reason, 200, () => null)}`,
  )
  const lines = [...sentences.map((sentence) => `- ${renderProse(sentence, 300, () => null)}`), ...unmapped]
  const more = andMore(lines.length - MOST_MISSING)
  return fold(`What this review could not see (${lines.length})`, [...lines.slice(0, MOST_MISSING), ...more])
}

function blastRadius({ functions, callers, caller_counts }: ReviewDocument): string {
  const chart = renderBlastRadius(functions, callers)
  const unsure = caller_counts.unsure === 0 ? '' : `, ${caller_counts.unsure} more are guesses`
  return chart === null
    ? ''
    : fold(`Blast radius: ${count(caller_counts.transitive, 'function')} could be affected${unsure}`, [chart])
}

function history(all: readonly EarlierChange[]): string {
  const lines = all.slice(0, MOST_HISTORY).map(({ change, at, how, lines: touched, fixes }) => {
    const when = at === null ? '' : ` (${at.slice(0, 10)})`
    const why =
      how === 'lines'
        ? `wrote ${count(touched, 'line')} that ${touched === 1 ? 'changes' : 'change'} here`
        : 'changed the same functions'
    const fixed = fixes.length === 0 ? '' : `; fixed ${fixes.slice(0, 4).map(renderReference).join(', ')}`
    return `- ${renderReference(change)}${when}: ${why}${fixed}`
  })
  return fold(`History behind these lines (${all.length})`, [...lines, ...andMore(all.length - lines.length)])
}

function changedFunctions({ functions }: ReviewDocument): string {
  const lines = functions.slice(0, MOST_FUNCTIONS).map(({ qualified_name, path, kind, added, removed, url, was }) => {
    const before = was === null ? '' : `, was ${inlineCode(`${was.path}: ${was.qualified_name}`)}`
    const what = kind === 'signature' ? 'signature changed' : kind
    return `- ${link(inlineCode(qualified_name), url)} in ${inlineCode(path)}: ${what} (+${added} −${removed})${before}`
  })
  return fold(`Changed functions (${functions.length})`, [...lines, ...andMore(functions.length - lines.length)])
}

const fold = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : `<details><summary>${escapeHtml(title)}</summary>\n\n${lines.join('\n')}\n\n</details>`

const andMore = (more: number) => (more > 0 ? [`- and ${more} more`] : [])

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
