import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGroundStream, groundText } from '../../../src/agent/grounding/ground-stream.ts'
import { createAcmeGrounder } from './acme-references.ts'

const TEXT =
  'Cached in PR #8 by @ana.\n\nHardened in PR #41.\n\n```py\n# one\n\n# see #41\n```\n\n- issue #7\n- src/ghost.py\n\nEnd.'
const GROUNDED = groundText(createAcmeGrounder(), TEXT)

test('text that streams in pieces of any size is shown block by block, as the whole text will be', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
      const shown: string[] = []
      const stream = createGroundStream(createAcmeGrounder, (text) => shown.push(text))
      for (let at = 0, turn = 0; at < TEXT.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1
        stream.push(TEXT.slice(at, at + size))
        at += size
      }
      for (const text of shown) expect(GROUNDED.startsWith(text)).toBe(true)
      expect(shown.at(-1)).toBe(GROUNDED.slice(0, GROUNDED.indexOf('\n\nEnd.')))
      expect(shown.join()).not.toMatch(/#41|ghost/)
    }),
    { numRuns: 50, seed: 3 },
  )
})

test('what starts anew takes back what was shown', () => {
  const shown: string[] = []
  const stream = createGroundStream(createAcmeGrounder, (text) => shown.push(text))
  stream.restart()
  stream.push('Let me see.\n\nI')
  stream.restart()
  stream.push('PR #8.\n\nThe end')
  expect(shown).toEqual(['Let me see.', '', 'PR #8 [1].'])
})
