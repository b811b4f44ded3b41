import { expect, it } from 'vitest'
import { UpstreamError } from '../../src/errors.ts'
import type { LanguageModel } from '../../src/language-model.ts'
import { makeFinding } from '../../src/review/make-finding.ts'
import { createRewording } from '../../src/review/reviewer/create-rewording.ts'

const finding = makeFinding({
  kind: 'undoes-fix',
  gravity: 'high',
  title: '`retry_delay` goes back to before #24',
  text: '#24, which fixes #23, wrote `delay = min(a, b)` in place of what is here again: `delay = a`.',
  path: 'src/ferry/backoff.py',
  lines: { start: 27, end: 27 },
  url: null,
  function: 'function:src/ferry/backoff.py::retry_delay',
  evidence: [{ kind: 'pull_request', ref: 'pr:24', title: 'Never wait longer than an hour', number: 24, url: null }],
})

const saying = (text: string): LanguageModel => ({
  name: 'scripted',
  generate: async () => ({
    text: JSON.stringify({ findings: [{ id: finding.id, text }] }),
    toolCalls: [],
    finish: 'stop',
    usage: null,
  }),
})
const reworded = async (model: LanguageModel) => createRewording({ model, patienceMs: 0 })([finding])

it('takes the words of a model that says the same', async () => {
  const text = 'This drops the cap that #24 added for #23: `delay = a` can grow without end.'
  expect(await reworded(saying(text))).toEqual([{ ...finding, text }])
})

it.each([
  ['a number that was not found', 'This reopens #99.'],
  ['a person', 'Ask @mara about it.'],
  ['code that is not there', 'It calls `os.system(x)` now.'],
  ['a link', 'See https://example.com for more.'],
  ['another file', 'The same is in src/ferry/worker.py, too.'],
  ['markup', 'See <img src=x>.'],
])('keeps its own words when the model names %s', async (_, text) => expect(await reworded(saying(text))).toBeNull())

it('keeps its own words when the model fails, or writes something else', async () => {
  const failing: LanguageModel = {
    name: 'failing',
    generate: () => Promise.reject(new UpstreamError('Groq', 'is down')),
  }
  const talking: LanguageModel = {
    name: 'talking',
    generate: async () => ({ text: 'Sure! Here they are:', toolCalls: [], finish: 'stop', usage: null }),
  }
  expect(await reworded(failing)).toBeNull()
  expect(await reworded(talking)).toBeNull()
})
