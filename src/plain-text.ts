const LONGEST_TITLE = 120

/** Text that strangers wrote, as one line of Markdown that makes no link, citation or code block of its own. */
export function plain(text: string, longest = LONGEST_TITLE): string {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/https?:\/\//gi, '')
    .replace(/\[/g, '(')
    .replace(/\]/g, ')')
    .replace(/</g, '‹')
    .replace(/>/g, '›')
    .trim()
  const even = (line.match(/`/g)?.length ?? 0) % 2 === 0 ? line : line.replaceAll('`', '')
  return even.length > longest
    ? `${even
        .slice(0, longest - 1)
        .replaceAll('`', '')
        .trimEnd()}…`
    : even
}
