/** Pull requests, issues, commits, what is new, and the four ways of having no answer. */

import { isDeleted } from '../../experts/rank-experts.ts'
import type { Findings } from '../findings/findings.ts'
import { changeFacts, dateOf } from './change-facts.ts'
import type { Labels } from './labels.ts'
import type { Phrases } from './phrases.ts'
import { writeNoReason, writeOrigins, writeReasons } from './write-reasons.ts'
import { writeReview } from './write-review.ts'

const MOST_FUNCTIONS = 8

/** Paragraphs of Markdown for everything but code. */
export function writeRecords({ question, repository, found }: Findings, labels: Labels, say: Phrases): string[] {
  const name = repository?.name ?? '?'
  switch (found.kind) {
    case 'pull_request': {
      const { details } = found
      if (!details) return [say.pullRequestUnknown(found.number)]
      const facts = changeFacts(details, labels)
      const label = labels.change(details)
      const isMerged = details.state === null || details.state === 'merged'
      const review = writeReview(details, labels, say)
      const sentence = [
        say.pullRequest(label, facts, details.mergers.map(labels.person)),
        ...(details.author_deleted ? [say.authorDeleted(`PR #${details.number}`)] : []),
        ...(isMerged ? [] : [say.notMerged(`PR #${details.number}`, details.state === 'open')]),
      ].join(' ')
      const asked = question.intents.includes('reviewer')
      const origins = question.intents.includes('opener') ? writeOrigins(found.origins, labels, say) : ''
      const first = [
        ...(origins === '' ? [] : [origins]),
        ...(asked ? [review, sentence] : details.reviewers.length > 0 ? [sentence, review] : [sentence]),
      ].join(' ')
      const quoted = writeReasons(found.reasons, labels, say)
      const why = quoted === '' && question.intents.includes('why') ? writeNoReason(details, labels, say) : quoted
      const functions = details.functions.slice(0, MOST_FUNCTIONS).map((row) => `- ${labels.code(row)}`)
      return [
        first,
        why,
        isMerged ? [say.changedFunctions(details.functions.length), ...functions].join('\n') : '',
        related(found.mentions, labels, say),
      ]
    }
    case 'issue': {
      const { details } = found
      if (!details) return [say.issueUnknown(found.number)]
      const fixes = details.fixes.map((change) => changeFacts(change, labels))
      const issue = labels.issue(details)
      const deleted = details.openers.filter(isDeleted).map((each) => say.accountDeleted(labels.person(each)))
      const opened =
        details.openers.length > 0 ? [say.openedBy(details.openers.map(labels.person), dateOf(details.at))] : []
      const fixed = fixes.length > 0 ? say.issueFixedBy(issue, fixes) : say.issueOpen(issue)
      const asked = question.intents.includes('opener')
      return [
        [...(asked ? [...opened, ...deleted, fixed] : [fixed, ...opened, ...deleted])].join(' '),
        found.sentence === null ? '' : say.issueSays(labels.quote(found.sentence)),
        related(found.mentions, labels, say),
      ]
    }
    case 'commit':
      if (found.changes.length === 0) return [say.commitUnknown(found.sha)]
      return found.changes.map((change) => say.commit(changeFacts(change, labels)))
    case 'repository':
      if (found.changes.length === 0) return [say.nothingRecent()]
      return [
        [
          say.recentChanges(found.changes.length),
          ...found.changes.map((change) => say.changeLine(changeFacts(change, labels))),
        ].join('\n'),
      ]
    case 'several':
      return [
        [say.several(found.asked), ...found.candidates.map((row) => `- ${labels.code(row)}`)].join('\n'),
        say.whichOne(),
      ]
    case 'unknown-name':
      return [
        [say.unknownName(found.asked, name), ...(found.near.length > 0 ? [say.nearNames(found.near)] : [])].join(' '),
      ]
    case 'unknown-place':
      return [say.unknownPlace(found.asked)]
    case 'no-match':
      return [[say.noMatch(), ...(found.near.length > 0 ? [say.nearNames(found.near)] : [])].join(' ')]
    case 'other-repository':
      return [say.otherRepository(found.repository, name)]
    case 'nothing-named':
      return [say.nameSomething()]
    case 'code':
      return []
  }
}

function related(
  mentions: Extract<Findings['found'], { kind: 'issue' }>['mentions'],
  labels: Labels,
  say: Phrases,
): string {
  if (mentions.length === 0) return ''
  const things = mentions.map((mention) => {
    if (mention.kind === 'issue') return labels.issue(mention)
    const change = {
      ref: `pr:${mention.number}`,
      kind: mention.kind,
      number: mention.number,
      sha: null,
      title: mention.title ?? '',
    }
    const date = dateOf(mention.at)
    return date === null ? labels.change(change) : `${labels.change(change)} (${date})`
  })
  return say.mentionedBy(things)
}
