import fc from 'fast-check'
import { expect, it } from 'vitest'
import { absent, createPairMap } from '../../../src/code/resolve/pair-map.ts'

it('a map of pairs holds what a map of texts holds, however it grows', () => {
  const entry = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: -3, max: 40 }), fc.integer())
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 400 }), (entries) => {
      const pairs = createPairMap(1)
      const texts = new Map<string, number>()
      for (const [first, second, value] of entries) {
        expect(pairs.get(first, second)).toBe(texts.get(`${first} ${second}`) ?? absent)
        pairs.set(first, second, value)
        texts.set(`${first} ${second}`, value)
      }
      for (const [text, value] of texts) {
        const [first = 0, second = 0] = text.split(' ').map(Number)
        expect(pairs.get(first, second)).toBe(value)
      }
    }),
    { numRuns: 50, seed: 7 },
  )
})
