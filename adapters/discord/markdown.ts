/** Markdown as it is written elsewhere, in the Markdown that Discord shows. Pure. */

const FENCE = /^(\s*(?:>\s?)*\s*)(`{3,}|~{3,})(.*)$/
const TABLE_DELIMITER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
/** Shows nothing, and keeps Discord from reading something into what stands on both sides of it. */
const INVISIBLE = '\u200b'

/** Tables become code blocks with columns, deep headings bold, tildes backticks; nobody is pinged, no link is unfolded. */
export function toDiscordMarkdown(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const written: string[] = []
  let fence: string | null = null
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const [, before = '', marker = '', info = ''] = FENCE.exec(line) ?? []
    if (fence !== null) {
      const isEnd = marker.startsWith(fence) && info.trim() === ''
      written.push(isEnd ? `${before}\`\`\`` : line.replaceAll('```', `\`${INVISIBLE}\`\``))
      if (isEnd) fence = null
    } else if (marker !== '' && !info.includes('`')) {
      fence = marker
      written.push(`${before}\`\`\`${info.trim()}`)
    } else if (isTableHead(line, lines[index + 1] ?? '')) {
      const end = lines.findIndex((row, at) => at > index + 1 && !row.includes('|'))
      const rows = [line, ...lines.slice(index + 2, end === -1 ? undefined : end)]
      written.push(...renderTable(rows))
      index += rows.length
    } else {
      written.push(renderLine(line))
    }
  }
  return written.join('\n')
}

const isTableHead = (line: string, next: string) =>
  line.includes('|') && next.includes('|') && TABLE_DELIMITER.test(next)

function renderLine(line: string): string {
  if (/^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)) return '⸻'
  const [, title] = /^ {0,3}#{4,6}\s+(.*?)\s*#*$/.exec(line) ?? []
  if (title !== undefined) return `**${renderInline(title.replaceAll('**', ''))}**`
  return renderInline(
    line.replace(/^(\s*[-*]) \[( |x|X)\] /, (_, bullet, mark) => `${bullet} ${mark === ' ' ? '☐' : '☑'} `),
  )
}

/** Code as it is; around it links without a preview, and mentions that reach nobody. */
function renderInline(text: string): string {
  return text
    .split(/(`+[^`]+`+)/)
    .map((part, index) => (index % 2 === 1 ? part : withoutPings(withoutPreviews(part))))
    .join('')
}

const withoutPreviews = (text: string) =>
  text
    .replace(/!(?=\[[^\]]*\]\(https?:)/g, '')
    .replace(/\]\((https?:[^\s)<>]+)\)/g, '](<$1>)')
    .replace(/(?<![<(\w])https?:\/\/[^\s<>]+[^\s<>.,;:!?)\]'"*_]/g, '<$&>')

const withoutPings = (text: string) =>
  text.replace(/@(?=everyone|here)/gi, `@${INVISIBLE}`).replace(/<(?=[@#]|\/\w|a?:\w|t:\d)/g, `<${INVISIBLE}`)

function renderTable(rows: readonly string[]): string[] {
  const cells = rows.map(cellsOf)
  const widths = cells.reduce<number[]>(
    (widest, row) =>
      row.reduce(
        (all, cell, column) => Object.assign(all, { [column]: Math.max(all[column] ?? 0, widthOf(cell)) }),
        widest,
      ),
    [],
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd()
  const [head = [], ...body] = cells
  return ['```', line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...body.map(line), '```']
}

/** Marks of Markdown mean nothing in a code block. */
function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) =>
      cell
        .trim()
        .replaceAll('\\|', '|')
        .replace(/\*\*([^*]+)\*\*|`([^`]+)`/g, '$1$2')
        .replace(/\[([^\]]+)\]\((https?:[^\s)]+)\)/g, '$1 $2')
        .replaceAll('```', `\`${INVISIBLE}\`\``),
    )
}

/** In columns of a font whose characters are equally wide; Chinese, Japanese and Korean take two. */
const widthOf = (text: string) =>
  [...text].reduce(
    (sum, character) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u.test(
        character,
      )
        ? 2
        : 1),
    0,
  )

/** Text that is no Markdown, such as a title, so that it looks as it was written. */
export const plain = (text: string): string => withoutPings(text.replace(/\s+/g, ' ').replace(/[\\`*_~|[\]]/g, '\\$&'))

/** A link without a preview; only its label where there is no address. */
export const link = (label: string, url: string | null): string =>
  url !== null && /^https?:\/\//.test(url)
    ? `[${plain(label)}](<${url.replace(/[\s<>]/g, (character) => encodeURIComponent(character))}>)`
    : plain(label)
