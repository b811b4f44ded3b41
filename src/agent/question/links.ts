/** GitHub links in a message. */

export type Link =
  | {
      readonly kind: 'blob'
      readonly path: string
      readonly startLine: number | null
      readonly endLine: number | null
      readonly revision: string
    }
  | { readonly kind: 'pull_request'; readonly number: number }
  | { readonly kind: 'issue'; readonly number: number }
  | { readonly kind: 'commit'; readonly sha: string }

export interface FoundLink {
  readonly link: Link
  /** `owner/name` as the link says it. */
  readonly repository: string
}

const URL_PATTERN = /https?:\/\/[^\s<>|()[\]`"']+/g
const LINES = /^#L(\d+)(?:C\d+)?(?:-L?(\d+)(?:C\d+)?)?$/

/** Links to pages of repositories, in order; other links are left out. Never throws. */
export function findLinks(text: string): FoundLink[] {
  const found: FoundLink[] = []
  for (const [url] of text.matchAll(URL_PATTERN)) {
    const link = parseLink(url.replace(/[.,;:!?]+$/, ''))
    if (link) found.push(link)
  }
  return found
}

export const withoutLinks = (text: string) => text.replace(URL_PATTERN, ' ')

function parseLink(text: string): FoundLink | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const [owner, name, kind, ...rest] = url.pathname.split('/').filter(Boolean).map(decode)
  if (owner === undefined || name === undefined || kind === undefined) return null
  const repository = `${owner}/${name}`
  const [first, ...more] = rest
  if (first === undefined) return null
  if ((kind === 'pull' || kind === 'issues') && /^\d{1,9}$/.test(first)) {
    return { repository, link: { kind: kind === 'pull' ? 'pull_request' : 'issue', number: Number(first) } }
  }
  if (kind === 'commit' && /^[0-9a-f]{7,40}$/i.test(first))
    return { repository, link: { kind: 'commit', sha: first.toLowerCase() } }
  if ((kind === 'blob' || kind === 'blame' || kind === 'tree') && more.length > 0) {
    const lines = LINES.exec(url.hash)
    const startLine = lines ? Number(lines[1]) : null
    const endLine = lines ? Number(lines[2] ?? lines[1]) : null
    return { repository, link: { kind: 'blob', path: more.join('/'), startLine, endLine, revision: first } }
  }
  return null
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
