import { expect, test } from 'vitest'
import { splitWords } from '../../src/ingest/split-words.ts'

test.each([
  ['Flask.full_dispatch_request', 'flask full dispatch request'],
  ['fullDispatchRequest', 'full dispatch request'],
  ['HTTPServerError', 'http server error'],
  ['__init__', 'init'],
  ['src/api/v1.py', 'src api v1 py'],
  ['utf8Decode', 'utf8 decode'],
  ['get_get', 'get'],
  ['déjàVu', 'déjà vu'],
  ['_', ''],
])('%s: %s', (name, words) => {
  expect(splitWords(name)).toBe(words)
})
