/** How a text names an issue or a pull request of this repository. */
export interface TextReference {
  readonly number: number
  /** Said with one of GitHub's closing keywords. */
  readonly closing: boolean
}

const number = String.raw`(?:([\w.-]+\/[\w.-]+)?#|gh-|https?:\/\/[\w.-]+\/([\w.-]+\/[\w.-]+)\/(?:issues|pull)\/)(\d{1,8})\b`
/** https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue */
const keyword = String.raw`\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b`
const closing = new RegExp(String.raw`${keyword}:?[ \t]+(?:issue[ \t]+)?${number}`, 'gi')
const mention = new RegExp(String.raw`(?<![\w&/])${number}`, 'gi')

/** References of a title, a body or a commit message; those to another repository than `slug` are left out. */
export function textReferences(text: string, slug: string | null): TextReference[] {
  if (!/#|gh-|:\/\//i.test(text)) return []
  const found = new Map<number, TextReference>()
  const add = (match: RegExpMatchArray, isClosing: boolean) => {
    const elsewhere = match[1] ?? match[2]
    if (elsewhere !== undefined && elsewhere.toLowerCase() !== slug?.toLowerCase()) return
    const value = Number(match[3])
    if (value > 0 && !found.has(value)) found.set(value, { number: value, closing: isClosing })
  }
  for (const match of text.matchAll(closing)) add(match, true)
  for (const match of text.matchAll(mention)) add(match, false)
  return [...found.values()]
}

/** Commits that the message says it takes back. */
export function revertedCommits(message: string): string[] {
  if (!/reverts commit/i.test(message)) return []
  return [...message.matchAll(/\bThis reverts commit ([0-9a-f]{7,40})\b/gi)].map((match) =>
    (match[1] ?? '').toLowerCase(),
  )
}

/** `Co-authored-by: Name <email>` trailers, in order. */
export function coAuthors(message: string): { name: string; email: string }[] {
  if (!/co-authored-by/i.test(message)) return []
  return [...message.matchAll(/^[ \t]*co-authored-by:[ \t]*([^<\n]*?)[ \t]*<([^>\n]*)>[ \t]*$/gim)].map((match) => ({
    name: match[1] ?? '',
    email: match[2] ?? '',
  }))
}
