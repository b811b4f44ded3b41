/** A layout as SVG. Pure. */
import { type Layout, type PlacedEdge, type PlacedNode, type Point, SIZES } from './lay-out.ts'
import { escapeXml, FONT_FAMILY, type FontWeight } from './rasterize.ts'
import type { Direction } from './route-edges.ts'
import type { Theme } from './theme.ts'

const FOOTER_HEIGHT = 28

/** `footer` is a line below it all, null for none. */
export function renderSvg(layout: Layout, theme: Theme, footer: string | null): string {
  const width = Math.ceil(layout.width)
  const height = Math.ceil(layout.height) + (footer === null ? 0 : FOOTER_HEIGHT)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT_FAMILY}">`,
    `<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 1 L9 5 L0 9 z" fill="${theme.edge}"/></marker></defs>`,
    `<rect width="100%" height="100%" fill="${theme.background}"/>`,
    ...layout.edges.map((edge) => renderLine(edge, layout.direction, theme)),
    ...layout.edges.map((edge) => renderEdgeLabel(edge, theme)),
    ...layout.nodes.map((node) => renderNode(node, theme)),
    footer === null ? '' : renderText(footer, SIZES.margin, height - 14, SIZES.caption, 400, theme.faint),
    '</svg>',
  ].join('\n')
}

function renderLine(edge: PlacedEdge, direction: Direction, theme: Theme): string {
  const points = edge.direction === 'out' ? edge.points : edge.points.toReversed()
  return `<path d="${curve(points, direction)}" fill="none" stroke="${theme.edge}" stroke-width="1.5" marker-end="url(#arrow)"/>`
}

/** On a patch of background, so that its own line does not strike it out. */
function renderEdgeLabel({ x, y, width, height, label }: PlacedEdge, theme: Theme): string {
  const patch = `<rect x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${width}" height="${height}" fill="${theme.background}"/>`
  return patch + renderText(label, x, y + SIZES.edge * 0.35, SIZES.edge, 400, theme.faint, 'middle')
}

function renderNode(node: PlacedNode, theme: Theme): string {
  const { fill, line } = node.stale ? theme.stale : (theme.kinds[node.kind] ?? theme.other)
  const left = node.x - node.width / 2
  const top = node.y - node.height / 2
  const textLeft = left + SIZES.padding + SIZES.stripe
  const textHeight = SIZES.caption + node.lines.length * SIZES.lineHeight
  const captionBase = node.y - textHeight / 2 + SIZES.caption - 3
  return [
    `<rect x="${round(left)}" y="${round(top)}" width="${node.width}" height="${node.height}" rx="8" fill="${fill}" stroke="${line}" stroke-width="${node.stale ? 2.5 : 1.5}"/>`,
    `<rect x="${round(left + 6)}" y="${round(top + 8)}" width="4" height="${node.height - 16}" rx="2" fill="${line}"/>`,
    renderText(node.caption, textLeft, captionBase, SIZES.caption, 400, theme.faint),
    ...node.lines.map((part, index) =>
      renderText(part, textLeft, captionBase + SIZES.lineHeight * (index + 1), SIZES.name, 600, theme.text),
    ),
  ].join('')
}

function renderText(
  text: string,
  x: number,
  y: number,
  size: number,
  weight: FontWeight,
  fill: string,
  anchor: 'start' | 'middle' = 'start',
): string {
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escapeXml(text)}</text>`
}

/** Straight between points that are level, else a curve that leaves and arrives along the direction. */
function curve(points: readonly Point[], direction: Direction): string {
  return points
    .map((to, index) => {
      const from = points[index - 1]
      if (!from) return `M${at(to)}`
      const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
      return direction === 'right'
        ? `C${at({ x: middle.x, y: from.y })} ${at({ x: middle.x, y: to.y })} ${at(to)}`
        : `C${at({ x: from.x, y: middle.y })} ${at({ x: to.x, y: middle.y })} ${at(to)}`
    })
    .join(' ')
}

const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`
const round = (value: number) => Math.round(value * 10) / 10
