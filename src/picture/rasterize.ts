/** SVG to PNG, and how wide a text becomes there. The font comes along, so that a picture is the same on every machine. */
import { createRequire } from 'node:module'
import { Resvg, type ResvgRenderOptions, renderAsync } from '@resvg/resvg-js'

export const FONT_FAMILY = 'Inter'
export type FontWeight = 400 | 600

const require = createRequire(import.meta.url)
const FONT_FILES = [
  require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
]
/** Latin, Greek, Cyrillic, punctuation and arrows are in the font; for anything else the machine is asked, if it has one. */
const IN_FONT = /^[\s!-\u052f\u1e00-\u22ff]*$/

const fontsFor = (text: string): ResvgRenderOptions => ({
  font: { fontFiles: FONT_FILES, loadSystemFonts: !IN_FONT.test(text), defaultFontFamily: FONT_FAMILY },
})

/** `width` in pixels; the height follows. */
export async function rasterize(svg: string, width: number): Promise<Uint8Array> {
  const image = await renderAsync(svg, { ...fontsFor(svg), fitTo: { mode: 'width', value: width } })
  return image.asPng()
}

const EM = 100
const widths = new Map<string, number>()

/** In pixels. */
export function measureText(text: string, size: number, weight: FontWeight): number {
  let width = 0
  for (const character of text) width += widthOf(character, weight)
  return (width * size) / EM
}

/** Of one character between two others, so that blanks count; kerning does not, and makes a text only narrower. */
function widthOf(character: string, weight: FontWeight): number {
  const id = `${weight}${character}`
  const known = widths.get(id)
  if (known !== undefined) return known
  const width = measure(`H${character}H`, weight) - measure('HH', weight)
  widths.set(id, width)
  return width
}

function measure(text: string, weight: FontWeight): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="200"><text y="100" font-size="${EM}" font-weight="${weight}" font-family="${FONT_FAMILY}">${escapeXml(text)}</text></svg>`
  return new Resvg(svg, fontsFor(text)).getBBox()?.width ?? 0
}

/** Characters that XML does not allow are left out. */
export function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return (
    text
      .replace(/\p{Surrogate}/gu, '\ufffd')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
      .replace(/[&<>"]/g, (character) => entities[character] ?? character)
  )
}
