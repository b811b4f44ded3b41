import type { ChangeFacts, Deed, ExpertFacts, FactSaying, Phrases } from './phrases.ts'

const list = (items: readonly string[]) =>
  items.length <= 2 ? items.join(' and ') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`
const by = (people: readonly string[]) => (people.length === 0 ? '' : ` by ${list(people)}`)
const authorsOf = ({ authors, moreAuthors }: ChangeFacts) =>
  moreAuthors > 0 ? [...authors, count(moreAuthors, 'other')] : authors
const on = (date: string | null) => (date === null ? '' : ` on ${date}`)
const fixing = (issues: readonly string[]) => (issues.length === 0 ? '' : `, fixing ${issuesOf(issues)}`)
const issuesOf = (issues: readonly string[]) => `${issues.length === 1 ? 'issue' : 'issues'} ${list(issues)}`
const of = ({ change, isCommit }: ChangeFacts) => (isCommit ? `commit ${change} (no pull request recorded)` : change)

const DID: Record<Deed, string> = {
  added: 'added',
  deleted: 'deleted',
  signature: 'given its signature',
  rewritten: 'rewritten',
  changed: 'changed',
  moved: 'moved, unchanged,',
}
const VERB: Record<Deed, string> = {
  added: 'added',
  deleted: 'deleted',
  signature: 'changed the signature of',
  rewritten: 'rewrote',
  changed: 'changed',
  moved: 'moved',
}
const VERDICT: Readonly<Record<string, string>> = {
  approved: 'approved',
  changes_requested: 'asked for changes',
  commented: 'commented',
  dismissed: 'dismissed',
}
const wasDone = ({ deed, newest }: ChangeFacts) =>
  deed === 'added' || deed === 'deleted' || !newest
    ? `was ${DID[deed]}`
    : deed === 'signature'
      ? 'last changed its signature'
      : `was last ${DID[deed]}`

function counted({ authored, reviewed, merged, total, latest }: ExpertFacts): string {
  const parts = [
    authored > 0 ? wrote(authored, total) : null,
    reviewed > 0 ? `reviewed ${reviewed}` : null,
    merged > 0 && authored === 0 ? `merged ${merged}` : null,
  ].filter((part) => part !== null)
  return `${list(parts)}${latest === null ? '' : `, latest ${latest}`}`
}

const wrote = (authored: number, total: number) =>
  total === 1 ? 'wrote the one recorded change' : `wrote ${authored} of the ${total} recorded changes`

function briefly({ authored, reviewed, merged, latest }: ExpertFacts): string {
  const most = authored > 0 ? `wrote ${authored}` : reviewed > 0 ? `reviewed ${reviewed}` : `merged ${merged}`
  return latest === null ? most : `${most}, latest ${latest}`
}

const saidBy = ({ people, date, confirmedBy }: FactSaying) =>
  confirmedBy === null
    ? `${people.length > 0 ? list(people) : 'an earlier answer'}${date === null ? '' : `, ${date}`}`
    : `${list([...new Set([...people, confirmedBy])])}, confirmed by ${confirmedBy}${on(date)}`

function factMark({ status, cause, causeDate, changedCallees, endedOn }: FactSaying): string {
  switch (status) {
    case 'stale':
      return `🟠 **Stale: code changed**${cause === null ? '; which change did it is not recorded' : ` in ${cause}${on(causeDate)}`}. A lead to check again: `
    case 'weakened':
      return `🟡 **Weakened**: the interface of ${list(changedCallees)}, which it calls, changed since. `
    case 'gone':
      return `🟠 **Gone**: the code no longer exists${cause === null ? '' : `, see ${cause}${on(causeDate)}`}. It was said: `
    case 'superseded':
      return `Before${endedOn === null ? '' : `, until ${endedOn}`}: `
    case 'retired':
      return `Retired${on(endedOn)}: `
    default:
      return ''
  }
}

function factEnd({ status }: FactSaying): string {
  if (status === 'moved') return '; the code has moved since, unchanged'
  return status === 'unknown' ? '; nothing tells whether it still holds' : ''
}

export const english: Phrases = {
  list,
  lastChange: (subject, facts) =>
    `${subject} ${wasDone(facts)} in ${of(facts)}${by(authorsOf(facts))}${on(facts.date)}${fixing(facts.issues)}.`,
  fittingChange: (subject, facts) =>
    `${of(facts)}${by(authorsOf(facts))}${on(facts.date)} ${VERB[facts.deed]} ${subject}${fixing(facts.issues)}; its title fits the question best.`,
  byAuthor: (subject, facts) =>
    `${facts.authors.length > 0 ? list(authorsOf(facts)) : 'Somebody who is not recorded'}, in ${of(facts)}${on(facts.date)}, ${VERB[facts.deed]} ${subject}${fixing(facts.issues)}.`,
  fixedIssue: (subject, facts) =>
    `${capital(issuesOf(facts.issues))}: fixed by ${of(facts)}${by(authorsOf(facts))}${on(facts.date)}, which ${VERB[facts.deed]} ${subject}.`,
  noIssue: (subject, facts) =>
    `No issue is recorded for ${of(facts)}${by(authorsOf(facts))}${on(facts.date)}, which ${VERB[facts.deed]} ${subject}.`,
  changedWhen: (subject, facts) =>
    `${facts.date === null ? 'At an unrecorded date' : `On ${facts.date}`}: ${subject} ${wasDone(facts)} in ${of(facts)}${by(authorsOf(facts))}${fixing(facts.issues)}.`,
  firstSeen: (facts) => `The oldest recorded change is ${of(facts)}${by(authorsOf(facts))}${on(facts.date)}.`,
  deletedIn: (subject, facts) =>
    `${subject} no longer exists: it was ${DID[facts.deed]} in ${of(facts)}${by(authorsOf(facts))}${on(facts.date)}${fixing(facts.issues)}.`,
  goneUnrecorded: (subject) => `${subject} no longer exists; which change removed it is not recorded.`,
  stillThere: (subject) => `${subject} still exists.`,
  isAt: (subject, signature) => `${subject}${signature ? ` is \`${signature}\`` : ' is defined there'}.`,
  ask: (subject, expert, ofFile) =>
    ofFile === null
      ? `Ask ${expert.person} about ${subject}: ${counted(expert)}.`
      : `Nobody who can be asked is recorded for ${subject} itself; ${expert.person} knows \`${ofFile}\`: ${counted(expert)}.`,
  orAsk: (others) => `Or ${list(others.map((other) => `${other.person} (${briefly(other)})`))}.`,
  noExpert: (subject) => `Nobody is recorded who could be asked about ${subject}.`,
  reasonsAre: () => 'Why, as recorded:',
  reason: (quote, who, source) => `${quote} — ${who === null ? '' : `${who} in `}${source}`,
  issue: (label) => `issue ${label}`,
  remark: (change, path) =>
    path === null ? `a review of ${change}` : `a remark on \`${path}\` in the review of ${change}`,
  noReason: (change) => `Why is not recorded: neither ${change} nor an issue that it closes states a reason.`,
  reasonUnknown: (change) =>
    `The reason is not known: what people wrote about ${change} is in GitHub's records, which are not indexed.`,
  raised: (who, thing, date) => `${who ?? 'somebody'}, in ${thing}${on(date)}`,
  raisedFirst: (raised) => `It was first raised by ${raised}.`,
  raisedLater: (raised) => `Then by ${raised}.`,
  originUnknown: (change) => `Who raised it is not recorded: no issue is recorded for ${change}.`,
  verdict: (state) => (state === null ? '' : (VERDICT[state.toLowerCase()] ?? state)),
  authorDeleted: (change) => `The account that opened ${change} no longer exists.`,
  accountDeleted: (account) => `${account} stands for an account that no longer exists.`,
  notMerged: (change, isOpen) => (isOpen ? `${change} is still open.` : `${change} was closed without being merged.`),
  issueSays: (quote) => `It says: ${quote}`,
  reviewedBy: (change, reviewers, verdicts) =>
    `${list(reviewers)} reviewed ${change}${verdicts.length === 0 ? '' : ` (${verdicts.join(', ')})`}.`,
  noReview: (change, indexed) =>
    indexed
      ? `No review of ${change} is recorded.`
      : `Who reviewed ${change} is not known: reviews come from GitHub's records, which are not indexed.`,
  mergedBy: (people, date) => `It was merged by ${list(people)}${on(date)}.`,
  noMerger: (change) => `Who merged ${change} is not recorded.`,
  noPullRequest: (subject) => `No pull request is recorded for ${subject}; direct commits are.`,
  nothingRecorded: (subject) => `Nothing is recorded that changed ${subject}.`,
  historyNotIndexed: (subject) => `${subject} is indexed, its history is not: this repository was ingested without it.`,
  historyCut: (changes) => `Only the newest ${changes} changes of the repository are indexed; older ones are unknown.`,

  newestIs: (facts) => `The newest change is ${of(facts)}${by(authorsOf(facts))}${on(facts.date)}.`,
  alsoFixes: (issues) => `It fixes ${issuesOf(issues)}.`,
  earlierChanges: () => 'Other changes, newest first:',
  changeLine: (facts) => `- ${facts.date ?? '?'} ${of(facts)}${by(authorsOf(facts))}${fixing(facts.issues)}`,
  moreChanges: (more) => `- and ${more} more`,
  movedOnly: (moves, latest) =>
    moves === 1
      ? `It was also moved${on(latest)}, unchanged.`
      : `It was also moved ${moves} times, unchanged${latest === null ? '' : `, last on ${latest}`}.`,
  repeatedDefinition: () => 'It is defined several times in that file; this is the longest definition.',
  sameChange: (subject, others) =>
    `The same change made ${list(others)}; ${subject} is taken as the one that is meant.`,
  inheritedAs: (asked, subject) => `\`${asked}\` is inherited: it is defined as ${subject}.`,
  formerName: (asked, subject) => `\`${asked}\` is called ${subject} today.`,
  forwarders: (others) =>
    `${list(others)} ${others.length === 1 ? 'has' : 'have'} the same name and ${others.length === 1 ? 'calls' : 'call'} it.`,
  alsoNamed: (others) => `The name itself also belongs to ${list(others)}; the other words of the question point here.`,
  unknownToo: (names) => `Not indexed under that name: ${list(names.map((name) => `\`${name}\``))}.`,

  remembered: () => 'Remembered:',
  fact: (saying) =>
    `${factMark(saying)}${saying.text}${saying.about.length > 0 ? ` on ${list(saying.about)}` : ''} (${saidBy(saying)}${factEnd(saying)})`,
  calledBy: (subject, callers) => `${subject} is called by ${count(callers, 'place')} in the repository, tests aside:`,
  calledByLine: (callers, more) =>
    `Called by ${list(more > 0 ? [...callers, `${more} more`] : callers)}: be careful with ${callers.length + more === 1 ? 'it' : 'these'}.`,
  notCalled: (subject) => `No caller of ${subject} is recorded.`,
  notCalledCaveat: () =>
    'Calls by frameworks, through registries or from other repositories cannot be seen, so that does not prove it unused.',
  testsCover: (tests, names) =>
    `${capital(count(tests, 'test'))} ${tests === 1 ? 'calls' : 'call'} it directly${names.length > 0 ? `: ${list(names)}` : ''}${tests > names.length && names.length > 0 ? ' and others' : ''}.`,
  breaks: (subject, callers) => `Changing ${subject} directly affects ${count(callers, 'caller')}, tests aside:`,
  reaches: (functions, tests, depth, names) =>
    `Through them it reaches ${count(functions, 'more function')}${tests > 0 ? ` and ${count(tests, 'more test')}` : ''} within ${depth} calls, such as ${list(names)}.`,
  callLine: (caller, lines) =>
    `- ${caller}${lines.length > 0 ? `, line${lines.length > 1 ? 's' : ''} ${lines.slice(0, 4).join(', ')}` : ''}`,
  moduleLevel: () => ', module level',
  weakHidden: (weak, name) =>
    `${capital(count(weak, 'possible caller'))} with a weak link ${weak === 1 ? 'is' : 'are'} hidden; “show weak callers of ${name}” lists ${weak === 1 ? 'it' : 'them'}.`,
  weakCallers: () => 'Possible callers, by name only; they may mean another function:',
  noWeak: () => 'There are no weak links to it.',
  callsDegraded: (failed, parsed) =>
    `The call data is incomplete: calls of ${failed} of ${count(parsed, 'file')} could not be resolved, so callers may be missing.`,
  callsMissing: (subject, failed) =>
    `Who calls ${subject} is not known: the calls of ${count(failed, 'file')} could not be resolved, so call data is missing. That does not mean it is unused.`,
  calls: (subject, callees) => `${subject} calls ${count(callees, 'function')} of the repository:`,
  callsNothing: (subject) => `No call from ${subject} to another function of the repository is recorded.`,
  path: (names, guesses) =>
    `The shortest chain of calls: ${names.join(' → ')}.${guesses > 0 ? ` ${capital(count(guesses, 'call'))} of it ${guesses === 1 ? 'is a guess' : 'are guesses'} by name.` : ''}`,
  noPath: (from, to) =>
    `No chain of calls between ${from} and ${to} is recorded, in either direction, within eight calls.`,
  notAFunction: (subject) => `Calls are recorded for functions; ${subject} is none. Name one of its functions:`,

  defines: (subject, classes, functions) =>
    `${subject} defines ${list([...(classes > 0 ? [count(classes, 'class', 'classes')] : []), ...(functions > 0 || classes === 0 ? [count(functions, 'function')] : [])])}.`,
  pullRequest: (change, facts, mergers) =>
    `${change}${facts.authors.length > 0 ? ` is by ${list(authorsOf(facts))}` : ' has no recorded author'}${facts.date === null ? '' : `, merged${on(facts.date)}${by(mergers)}`}${fixing(facts.issues)}.`,
  changedFunctions: (functions) =>
    `It changed ${count(functions, 'function')}${functions === 0 ? '' : ', most of all:'}`,
  pullRequestUnknown: (number) =>
    `No pull request #${number} is recorded in this index; one that is still open, or newer than the indexed commit, would not be.`,
  issueFixedBy: (issue, fixes) =>
    `Issue ${issue} was fixed by ${list(fixes.map((facts) => `${of(facts)}${by(authorsOf(facts))}${on(facts.date)}`))}.`,
  issueOpen: (issue) => `Issue ${issue}: no pull request that fixes it is recorded.`,
  issueUnknown: (number) => `No issue #${number} is recorded: no indexed change refers to it.`,
  openedBy: (people, date) => `It was opened by ${list(people)}${on(date)}.`,
  mentionedBy: (things) => `Related: ${list(things)}.`,
  commit: (facts) => `${capital(of(facts))} is${by(authorsOf(facts))}${on(facts.date)}${fixing(facts.issues)}.`,
  commitUnknown: (sha) => `No change that begins with ${sha} is recorded on the indexed branch.`,
  recentChanges: (changes) => `The last ${count(changes, 'pull request')}, newest first:`,
  nothingRecent: () => 'No pull request is recorded.',

  several: (asked) => `Several match ${asked === '' ? 'this' : `“${asked}”`} equally well:`,
  whichOne: () => 'Which one do you mean? Its full name will do.',
  unknownName: (asked, repository) =>
    `There is no \`${asked}\` in ${repository} as it is indexed: no function, class or file has that name.`,
  nearNames: (names) => `Names that look like it: ${list(names.map((name) => `\`${name}\``))}.`,
  unknownPlace: (asked) => `\`${asked}\` is not in the index: no indexed file lies there.`,
  noMatch: () =>
    'Nothing indexed fits these words well enough to answer. A function, class, file, #number or link in the question would help.',
  otherRepository: (asked, repository) => `That link leads to ${asked}; this answer could only speak of ${repository}.`,
  nameSomething: () =>
    'Please name something: a function, a class, a file, a pull request (#123), or paste a link, a traceback or the code.',
  emptyRepository: (repository) =>
    `${repository} is not indexed yet, or has no commits: there is nothing to answer from.`,
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
