import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withFeatures } from '../../eval/languages.ts'

it('what resolves in each language is in the documentation as the evaluation writes it', async () => {
  const page = readFileSync(new URL('../../docs/languages.md', import.meta.url), 'utf8')
  expect(page, 'run `npm run eval -- languages`').toBe(await withFeatures(page))
})

it('a page that has lost its marks is not written over', async () => {
  await expect(withFeatures('# Languages\n')).rejects.toThrow('lacks the mark')
})
