import type { ChangelogReference } from './step-record.ts'

const changelogFile =
  /^(changes|changelog|history|news|release[-_ ]?notes|whats[-_ ]?new)([-_.]?v?\d[\w.]*)?(\.(rst|md|txt|markdown|adoc))?$/i
const fragmentFolder =
  /(^|\/)(changelog|changes|changelog\.d|changes\.d|news|newsfragments|news\.d|changelog-entries)\/[^/]+$/i
const fragmentName = /^(?:gh-|issue-|#)?(\d{1,7})\.[\w.-]+$/i

/** Whether the added lines of a file may say which issues a change is about. */
export function isChangelog(path: string): boolean {
  return changelogFile.test(path.slice(path.lastIndexOf('/') + 1)) && !fragmentFolder.test(path)
}

/** The issue whose news fragment the file is (towncrier and its kin): `changelog/1234.bugfix.rst`. */
export function fragmentIssue(path: string): number | null {
  if (!fragmentFolder.test(path)) return null
  const number = fragmentName.exec(path.slice(path.lastIndexOf('/') + 1))?.[1]
  return number === undefined ? null : Number(number)
}

/** A discussion is no issue, though it is numbered with them. */
const discussion = /\[[^\]\n]*\]\([^)\s]*\/discussions\/\d+[^)\s]*\)|\bdiscussions?:? #\d+/gi
const reference =
  /[:{](pr|pull|ghpr)[:}]`#?(\d+)[^`]*`|[:{](?:issue|gh|ghissue|bug|fix)[:}]`#?(\d+)[^`]*`|\/pull\/(\d+)|\/issues\/(\d+)|(?<![\w&/])(?:#|gh-)(\d+)\b/gi

/** Numbers of issues and pull requests in lines of a changelog, in reStructuredText, Markdown (MyST's roles too) or plain text. */
export function changelogReferences(text: string): ChangelogReference[] {
  return [...text.replace(discussion, '').matchAll(reference)].flatMap((match) => {
    const pull = match[2] ?? match[4]
    const number = Number(pull ?? match[3] ?? match[5] ?? match[6])
    return number > 0 && number < 10_000_000 ? [{ number, pull: pull !== undefined }] : []
  })
}
