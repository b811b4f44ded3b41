/** Sentences of an answer. One module for each language implements them; none decides what is said. */

/** How a change left a function; `last` when it is the newest of all. */
export type Deed = 'added' | 'deleted' | 'signature' | 'rewritten' | 'changed' | 'moved'

export interface ChangeFacts {
  readonly change: string
  readonly isCommit: boolean
  readonly deed: Deed
  readonly newest: boolean
  /** Labels; empty when nobody is recorded. */
  readonly authors: readonly string[]
  readonly moreAuthors: number
  readonly issues: readonly string[]
  /** `YYYY-MM-DD`, or null. */
  readonly date: string | null
}

export interface ExpertFacts {
  readonly person: string
  readonly authored: number
  readonly reviewed: number
  readonly merged: number
  readonly total: number
  readonly latest: string | null
}

/** A remembered fact, everything worded already. */
export interface FactSaying {
  readonly text: string
  readonly status: string
  readonly people: readonly string[]
  readonly date: string | null
  readonly confirmedBy: string | null
  readonly endedOn: string | null
  /** Named where it is about a neighbour of what was asked. */
  readonly about: readonly string[]
  readonly cause: string | null
  readonly causeDate: string | null
  readonly changedCallees: readonly string[]
}

export interface Phrases {
  list(items: readonly string[]): string

  /** First sentences. */
  lastChange(subject: string, facts: ChangeFacts): string
  fittingChange(subject: string, facts: ChangeFacts): string
  byAuthor(subject: string, facts: ChangeFacts): string
  fixedIssue(subject: string, facts: ChangeFacts): string
  noIssue(subject: string, facts: ChangeFacts): string
  changedWhen(subject: string, facts: ChangeFacts): string
  firstSeen(facts: ChangeFacts): string
  deletedIn(subject: string, facts: ChangeFacts): string
  goneUnrecorded(subject: string): string
  stillThere(subject: string): string
  isAt(subject: string, signature: string | null): string
  ask(subject: string, expert: ExpertFacts, ofFile: string | null): string
  orAsk(others: readonly ExpertFacts[]): string
  noExpert(subject: string): string
  /** On why. `who` is null when that is not recorded. */
  reasonsAre(): string
  reason(quote: string, who: string | null, source: string): string
  issue(label: string): string
  remark(change: string, path: string | null): string
  noReason(change: string): string
  reasonUnknown(change: string): string
  raised(who: string | null, thing: string, date: string | null): string
  raisedFirst(raised: string): string
  raisedLater(raised: string): string
  originUnknown(change: string): string
  /** Of GitHub's accounts and states. */
  verdict(state: string | null): string
  authorDeleted(change: string): string
  accountDeleted(account: string): string
  notMerged(change: string, isOpen: boolean): string
  issueSays(quote: string): string
  /** One verdict for all, or one for each reviewer. */
  reviewedBy(change: string, reviewers: readonly string[], verdicts: readonly string[]): string
  /** `indexed`: reviews are part of the index, so there was none. */
  noReview(change: string, indexed: boolean): string
  mergedBy(people: readonly string[], date: string | null): string
  noMerger(change: string): string
  noPullRequest(subject: string): string
  nothingRecorded(subject: string): string
  historyNotIndexed(subject: string): string
  historyCut(count: string): string

  /** Further lines. */
  newestIs(facts: ChangeFacts): string
  alsoFixes(issues: readonly string[]): string
  earlierChanges(): string
  changeLine(facts: ChangeFacts): string
  moreChanges(count: number): string
  movedOnly(count: number, latest: string | null): string
  repeatedDefinition(): string
  sameChange(subject: string, others: readonly string[]): string
  inheritedAs(asked: string, subject: string): string
  formerName(asked: string, subject: string): string
  forwarders(others: readonly string[]): string
  alsoNamed(others: readonly string[]): string
  unknownToo(names: readonly string[]): string

  /** Memory. */
  remembered(): string
  fact(saying: FactSaying): string

  /** Calls. */
  calledBy(subject: string, count: number): string
  calledByLine(callers: readonly string[], more: number): string
  notCalled(subject: string): string
  notCalledCaveat(): string
  testsCover(count: number, tests: readonly string[]): string
  breaks(subject: string, count: number): string
  reaches(count: number, tests: number, depth: number, names: readonly string[]): string
  callLine(caller: string, lines: readonly number[]): string
  moduleLevel(): string
  weakHidden(count: number, name: string): string
  weakCallers(): string
  noWeak(): string
  callsDegraded(failed: number, parsed: number): string
  callsMissing(subject: string, failed: number): string
  calls(subject: string, count: number): string
  callsNothing(subject: string): string
  path(names: readonly string[], guesses: number): string
  noPath(from: string, to: string): string
  notAFunction(subject: string): string

  /** Containers, pull requests, issues, commits. */
  defines(subject: string, classes: number, functions: number): string
  pullRequest(change: string, facts: ChangeFacts, mergers: readonly string[]): string
  changedFunctions(count: number): string
  pullRequestUnknown(number: number): string
  issueFixedBy(issue: string, fixes: readonly ChangeFacts[]): string
  issueOpen(issue: string): string
  issueUnknown(number: number): string
  openedBy(people: readonly string[], date: string | null): string
  mentionedBy(things: readonly string[]): string
  commit(facts: ChangeFacts): string
  commitUnknown(sha: string): string
  recentChanges(count: number): string
  nothingRecent(): string

  /** Nothing resolved. */
  several(asked: string): string
  whichOne(): string
  unknownName(asked: string, repository: string): string
  nearNames(names: readonly string[]): string
  unknownPlace(asked: string): string
  noMatch(): string
  otherRepository(asked: string, repository: string): string
  nameSomething(): string
  emptyRepository(repository: string): string
}
