/** Draws what a terminal shows as an SVG: `… | tsx scripts/draw-terminal.ts <title> <file>`, colours and all, for the README. */
import { writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

const COLUMN_PX = 8.4
const LINE_PX = 19
const MARGIN_PX = 18
const BAR_PX = 34
const COLUMNS = 80
const STYLES: Readonly<Record<string, string>> = { '1': 'bold', '2': 'dim', '36': 'code' }
const ENDS = new Set(['0', '22', '39'])

const [title = '', file = 'terminal.svg'] = process.argv.slice(2)
writeFileSync(file, draw(title, rowsOf((await text(process.stdin)).replaceAll('\r', '').trimEnd())))

function draw(heading: string, rows: readonly string[]): string {
  const width = Math.ceil(COLUMNS * COLUMN_PX + 2 * MARGIN_PX)
  const height = BAR_PX + rows.length * LINE_PX + MARGIN_PX
  const drawn = rows.map((row, index) => {
    const y = BAR_PX + (index + 1) * LINE_PX - 4
    return `<text x="${MARGIN_PX}" y="${y}" xml:space="preserve">${row}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(heading)}">
<style>
text { font: 14px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #d8dee9 }
.bold { font-weight: 700; fill: #ffffff } .dim { fill: #8a93a3 } .code { fill: #88c0d0 } .title { fill: #8a93a3 }
</style>
<rect width="${width}" height="${height}" rx="8" fill="#1d2129"/>
<circle cx="20" cy="17" r="5.5" fill="#bf616a"/><circle cx="38" cy="17" r="5.5" fill="#ebcb8b"/><circle cx="56" cy="17" r="5.5" fill="#a3be8c"/>
<text class="title" x="76" y="22">${escapeXml(heading)}</text>
${drawn.join('\n')}
</svg>
`
}

interface Run {
  readonly style: string
  text: string
}

/** Rows as a terminal of 80 columns shows them. Escape codes for bold, dim and cyan become classes; others are left out. */
function rowsOf(shown: string): string[] {
  const rows: Run[][] = [[]]
  let style = ''
  let column = 0
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape codes begin with one
  for (const [part, code, kind] of shown.matchAll(/\u001b\[([\d;?]*)([A-Za-z])|[^\u001b]/gu)) {
    if (kind !== undefined) {
      if (kind === 'm') style = ENDS.has(code ?? '') ? '' : (STYLES[code ?? ''] ?? style)
      continue
    }
    if (part === '\n' || column === COLUMNS) {
      rows.push([])
      column = 0
    }
    if (part === '\n') continue
    const last = rows.at(-1)?.at(-1)
    if (last?.style === style) last.text += part
    else rows.at(-1)?.push({ style, text: part })
    column += 1
  }
  return rows.map((row) => row.map(drawRun).join(''))
}

function drawRun({ style, text: shown }: Run): string {
  return style === '' ? escapeXml(shown) : `<tspan class="${style}">${escapeXml(shown)}</tspan>`
}

function escapeXml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
