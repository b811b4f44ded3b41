/**
 * A Markdown link; `text` is Markdown already. Without an address that can be linked to, the text alone. Issues and pull
 * requests on github.com are linked through redirect.github.com, as Renovate and Dependabot do: a plain link would leave "mentioned
 * this" in the timeline of each of them.
 */
export function link(text: string, url: string | null): string {
  if (url === null || !/^https?:\/\/[^\s<>"]+$/.test(url)) return text
  const quiet = url.replace(
    /^https:\/\/github\.com\/(?=[^/]+\/[^/]+\/(?:pull|issues)\/\d)/,
    'https://redirect.github.com/',
  )
  return `[${text}](${quiet.replace(/[()\\]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)})`
}

/** `#123` of an issue or pull request; without an address it stays text, which GitHub would link by itself. */
export const numberLink = (number: number, url: string | null) =>
  url === null ? `#<!-- -->${number}` : link(`#${number}`, url)
