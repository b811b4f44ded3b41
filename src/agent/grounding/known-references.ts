/** What an answer may refer to: the evidence that was found for it, looked up by the ways in which people write it. */
import type { Evidence } from '../answer.ts'

export interface KnownReferences {
  /** Keys of the evidence; null where there is none, so that the reference must not stand. */
  byRef(ref: number): string | null
  byNumber(number: number): { readonly key: string; readonly kind: 'pull_request' | 'issue' } | null
  byLogin(login: string): string | null
  bySha(prefix: string): string | null
  /** Every piece of evidence there: the file itself, what it defines, or what lies in the folder. */
  byPath(path: string): readonly string[]
  hasLines(path: string, first: number, last: number): boolean
  byUrl(url: string): string | null
  isOwnRepository(name: string): boolean
  isOwnFolder(segment: string): boolean
}

export interface KnownOptions {
  /** The evidence so far; read anew at each look-up, since tools add to it. */
  readonly entries: () => readonly { readonly key: string; readonly evidence: Evidence }[]
  /** Lines that were shown beyond those of the evidence: calls, source. */
  readonly lines: () => readonly { readonly path: string; readonly first: number; readonly last: number }[]
  /** `owner/name`. */
  readonly repository: string
}

const SHORTEST_SHA = 7

export function createKnownReferences({ entries, lines, repository }: KnownOptions): KnownReferences {
  const find = (fits: (evidence: Evidence) => boolean) => entries().find(({ evidence }) => fits(evidence))?.key ?? null
  const pathOf = (evidence: Evidence) => ('path' in evidence ? evidence.path : null)
  return {
    byRef: (ref) => find((evidence) => evidence.ref === ref),
    byNumber: (number) => {
      for (const { key, evidence } of entries()) {
        if ((evidence.kind === 'pull_request' || evidence.kind === 'issue') && evidence.number === number)
          return { key, kind: evidence.kind }
      }
      return null
    },
    byLogin: (login) =>
      find((evidence) => evidence.kind === 'person' && evidence.login?.toLowerCase() === login.toLowerCase()),
    bySha: (prefix) =>
      prefix.length < SHORTEST_SHA
        ? null
        : find((evidence) => evidence.kind === 'commit' && evidence.sha.startsWith(prefix.toLowerCase())),
    byPath: (path) => {
      const wanted = path.replace(/^(?:\.\/|\/)+/, '')
      const fits = (own: string | null) =>
        own !== null &&
        (own === wanted ||
          own.endsWith(`/${wanted}`) ||
          own.startsWith(wanted.endsWith('/') ? wanted : `${wanted}/`) ||
          (wanted.endsWith('/') && own.includes(`/${wanted}`)))
      const found = entries().filter(({ evidence }) => fits(pathOf(evidence)))
      return found
        .sort((a, b) => Number(b.evidence.kind === 'file') - Number(a.evidence.kind === 'file'))
        .map(({ key }) => key)
    },
    hasLines: (path, first, last) => {
      const covers = (from: number | null, to: number | null) => from !== null && from <= first && last <= (to ?? from)
      const isHere = (own: string | null) => own === path || own?.endsWith(`/${path}`) === true
      return (
        lines().some((range) => isHere(range.path) && covers(range.first, range.last)) ||
        entries().some(
          ({ evidence }) =>
            'start_line' in evidence && isHere(evidence.path) && covers(evidence.start_line, evidence.end_line),
        )
      )
    },
    byUrl: (url) => {
      const wanted = pageOf(url)
      const exact = find((evidence) => evidence.url === url)
      return exact ?? find((evidence) => evidence.url !== null && pageOf(evidence.url) === wanted)
    },
    isOwnRepository: (name) => name.toLowerCase() === repository.toLowerCase(),
    isOwnFolder: (segment) => entries().some(({ evidence }) => pathOf(evidence)?.startsWith(`${segment}/`)),
  }
}

/** An address without what points into the page; `/files` and the like of a pull request are the same page. */
const pageOf = (url: string) =>
  url
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .replace(/(\/pull\/\d+)\/\w+$/, '$1')
    .replace(/\/issues\/(\d+)$/, '/pull/$1')
    .toLowerCase()
