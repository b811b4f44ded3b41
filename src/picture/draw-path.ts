/** The walked path as an image, for those who would rather see it. */
import { describePath } from './describe-path.ts'
import { layOut, SIZES } from './lay-out.ts'
import { type PictureHop, toPictureGraph } from './picture-graph.ts'
import { rasterize } from './rasterize.ts'
import { renderSvg } from './render-svg.ts'
import { DARK, LIGHT } from './theme.ts'

/** Pixels of the image for each of the layout: sharp on the screens of phones. */
const DENSITY = 2

/**
 * `png` is at most 1,600 pixels wide, `alt` says the same in words. `path` is that of an answer and not empty: there is nothing
 * to draw of an empty one, and an empty picture comes of it.
 */
export async function drawPath(
  path: readonly PictureHop[],
  options: { readonly dark: boolean },
): Promise<{ readonly png: Uint8Array; readonly alt: string }> {
  const graph = toPictureGraph(path)
  const layout = layOut(graph)
  const footer = graph.hidden === 0 ? null : `and ${graph.hidden} more`
  const svg = renderSvg(layout, options.dark ? DARK : LIGHT, footer)
  return {
    png: await rasterize(svg, DENSITY * Math.min(Math.ceil(layout.width), SIZES.width)),
    alt: describePath(graph),
  }
}
