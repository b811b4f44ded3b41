import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { UserError } from '../errors.ts'

export type Source =
  | { readonly kind: 'github'; readonly slug: string }
  | { readonly kind: 'path'; readonly path: string }

/** GitHub's own rules: owners of letters, digits and single hyphens; names of letters, digits, `.`, `_` and `-`. */
const owner = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})'
const name = '[A-Za-z0-9._-]{1,100}?'
const slugPattern = new RegExp(`^(${owner})/(${name})(?:\\.git)?/?$`)
const webPattern = new RegExp(
  `^(?:https?://)?(?:[^@/]+@)?(?:www\\.)?github\\.com/(${owner})/(${name})(?:\\.git)?(?:[/?#].*)?$`,
  'i',
)
const sshPattern = new RegExp(
  `^(?:ssh://)?(?:[^@/]+@)(?:ssh\\.)?github\\.com(?::\\d+/|[:/])/?(${owner})/(${name})(?:\\.git)?/?$`,
  'i',
)

/** `owner/name` of a GitHub address in any of its spellings (https, ssh, `git:`, with `.git`, `/tree/…`), else null. */
export function parseGitHubUrl(text: string): string | null {
  const match = webPattern.exec(text.replace(/^git:\/\//, 'https://')) ?? sshPattern.exec(text)
  return match?.[1] === undefined || match[2] === undefined ? null : toSlug(match[1], match[2])
}

/**
 * What a person means by a source: `owner/name`, a GitHub address, or the path of a local repository (absolute, starting
 * with a dot, or existing). Throws UserError for addresses elsewhere and for text that is none of these.
 */
export function parseSource(text: string): Source {
  const source = text.trim()
  if (isAbsolute(source) || /^\.{1,2}([/\\]|$)/.test(source)) return { kind: 'path', path: resolve(source) }
  const slug = parseGitHubUrl(source)
  if (slug !== null) return github(slug)
  if (/^[a-z][a-z0-9+.-]+:/i.test(source) || /^[^/\s]+@[^/\s]+:/.test(source)) {
    throw new UserError(
      `${withoutCredentials(source)} is not the address of a repository on GitHub.`,
      'Give `owner/name`, https://github.com/owner/name, or the path of a local clone.',
      { exitCode: 2 },
    )
  }
  if (source !== '' && existsSync(source)) return { kind: 'path', path: resolve(source) }
  const match = slugPattern.exec(source)
  if (match?.[1] !== undefined && match[2] !== undefined) {
    const short = toSlug(match[1], match[2])
    if (short !== null) return github(short)
  }
  if (/[/\\]/.test(source)) return { kind: 'path', path: resolve(source) }
  throw new UserError(
    `${JSON.stringify(source)} is no repository: there is no such path, and it is not owner/name.`,
    'Give `owner/name`, https://github.com/owner/name, or the path of a local clone.',
    { exitCode: 2 },
  )
}

const github = (slug: string): Source => ({ kind: 'github', slug })

const toSlug = (owner: string, name: string) => (name === '.' || name === '..' ? null : `${owner}/${name}`)

const withoutCredentials = (address: string) => address.replace(/\/\/[^@/]*@/, '//')
