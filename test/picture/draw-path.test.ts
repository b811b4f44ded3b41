import { expect, it } from 'vitest'
import { drawPath } from '../../src/picture/draw-path.ts'
import type { PictureHop } from '../../src/picture/picture-graph.ts'

const run = { key: 'function:src/app.py::App.run', kind: 'function', label: 'run' }
const pr = { key: 'pr:7', kind: 'pull_request', label: 'PR #7' }
const PATH: readonly PictureHop[] = [
  { from: run, edge: 'MODIFIES', direction: 'in', to: pr },
  { from: pr, edge: 'FIXES', direction: 'out', to: { key: 'issue:5', kind: 'issue', label: '#5' } },
  { from: pr, edge: 'AUTHORED', direction: 'in', to: { key: 'person:ada', kind: 'person', label: 'Ada' } },
  { from: pr, edge: 'MERGED', direction: 'in', to: { key: 'person:ada', kind: 'person', label: 'Ada' } },
  { from: run, edge: 'CALLS', direction: 'out', to: run },
]

/** Width and height stand in the header of a PNG. */
function sizeOf(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset)
  expect(String.fromCharCode(...png.slice(1, 4))).toBe('PNG')
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

it('draws a sharp picture that is no wider than 1,600 pixels, light and dark', async () => {
  const light = await drawPath(PATH, { dark: false })
  const dark = await drawPath(PATH, { dark: true })
  expect(sizeOf(light.png).width).toBeGreaterThan(800)
  expect(sizeOf(light.png).width).toBeLessThanOrEqual(1600)
  expect(sizeOf(dark.png)).toEqual(sizeOf(light.png))
  expect(Buffer.from(dark.png).equals(light.png)).toBe(false)
})

it('says in words what it shows, in the direction of the edges', async () => {
  const { alt } = await drawPath(PATH, { dark: false })
  expect(alt).toBe(
    'A graph of 4 nodes. PR #7 modifies function App.run. PR #7 fixes issue #5. person Ada authored, merged PR #7. function App.run calls itself.',
  )
})

it('names a stale fact as such, in the picture, too', async () => {
  const fact = { key: 'fact:1', kind: 'fact', label: 'retries stop after 5 attempts' }
  const about = (stale: boolean): PictureHop[] => [
    { from: run, edge: 'ABOUT', direction: 'in', to: { ...fact, stale } },
  ]
  const stale = await drawPath(about(true), { dark: false })
  const current = await drawPath(about(false), { dark: false })
  expect(stale.alt).toContain('stale fact retries stop after 5 attempts about function App.run')
  expect(Buffer.from(stale.png).equals(current.png)).toBe(false)
})

it('cuts a path that would be too small to read, and says how much is missing', async () => {
  const long = Array.from(
    { length: 60 },
    (_, index): PictureHop => ({
      from: run,
      edge: 'MODIFIES',
      direction: 'in',
      to: { key: `pr:${index}`, kind: 'pull_request', label: `PR #${index}` },
    }),
  )
  const { png, alt } = await drawPath(long, { dark: false })
  expect(alt).toMatch(/And \d+ more steps\.$/)
  expect(alt.length).toBeLessThanOrEqual(1000)
  expect(sizeOf(png).height).toBeLessThan(4000)
})

it.each([
  ['markup', '<script>&"\'</script>'],
  ['control characters and half an emoji', 'a\u0000b\ud83d'],
  ['Chinese', '修复会话的错误'],
  ['nothing', ''],
  ['one long word', 'x'.repeat(500)],
])('draws names of %s', async (_, label) => {
  const { png } = await drawPath([{ from: { ...run, key: 'other', label }, edge: 'CALLS', direction: 'out', to: pr }], {
    dark: false,
  })
  expect(sizeOf(png).width).toBeGreaterThan(200)
})
