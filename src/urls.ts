/** Links to the repository's pages, built from graph data only. Null throughout for a repository without a web address. */
export interface Urls {
  readonly code: (path: string, startLine: number | null, endLine: number | null) => string | null
  readonly pullRequest: (number: number) => string | null
  readonly issue: (number: number) => string | null
  readonly commit: (sha: string) => string | null
  readonly person: (login: string | null) => string | null
}

/** `webUrl` as the Repository node has it: `https://github.com/owner/name`; permalinks carry `commit`. */
export function createUrls(repository: { readonly webUrl: string | null; readonly commit: string | null }): Urls {
  const { webUrl, commit } = repository
  const base = webUrl !== null && URL.canParse(webUrl) ? webUrl.replace(/\/+$/, '') : null
  const page = (path: string) => (base === null ? null : `${base}/${path}`)
  return {
    code: (path, startLine, endLine) => {
      if (commit === null) return null
      const lines =
        startLine === null ? '' : `#L${startLine}${endLine !== null && endLine > startLine ? `-L${endLine}` : ''}`
      return page(`blob/${commit}/${path.split('/').map(encodeURIComponent).join('/')}${lines}`)
    },
    pullRequest: (number) => page(`pull/${number}`),
    issue: (number) => page(`issues/${number}`),
    commit: (sha) => page(`commit/${sha}`),
    person: (login) =>
      base === null || login === null ? null : `${new URL(base).origin}/${encodeURIComponent(login)}`,
  }
}
