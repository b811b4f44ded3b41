/** Evidence of an answer on `acme/api`: two pull requests, an issue, a person, a commit, a function. */
import type { Evidence } from '../../../src/agent/answer.ts'
import { createGrounder } from '../../../src/agent/grounding/create-grounder.ts'
import { createKnownReferences } from '../../../src/agent/grounding/known-references.ts'

const page = (path: string) => `https://github.com/acme/api/${path}`
const SHA = 'feedbee123450000000000000000000000000001'

const ACME: readonly { readonly key: string; readonly evidence: Evidence }[] = [
  {
    key: 'function:src/api/cache.py::Cache.get',
    evidence: {
      ref: 1,
      role: 'subject',
      kind: 'function',
      path: 'src/api/cache.py',
      qualified_name: 'Cache.get',
      start_line: 10,
      end_line: 30,
      url: page('blob/c0ffee/src/api/cache.py#L10-L30'),
    },
  },
  {
    key: 'pr:8',
    evidence: {
      ref: 2,
      role: 'change',
      kind: 'pull_request',
      number: 8,
      title: 'Cache it',
      merged_at: null,
      url: page('pull/8'),
    },
  },
  {
    key: 'pr:3',
    evidence: {
      ref: 3,
      role: 'change',
      kind: 'pull_request',
      number: 3,
      title: 'Begin',
      merged_at: null,
      url: page('pull/3'),
    },
  },
  {
    key: 'issue:7',
    evidence: { ref: 4, role: 'fixed', kind: 'issue', number: 7, title: 'Slow', url: page('issues/7') },
  },
  {
    key: 'person:ana',
    evidence: {
      ref: 5,
      role: 'author',
      kind: 'person',
      name: 'Ana Silva',
      login: 'ana',
      url: 'https://github.com/ana',
    },
  },
  {
    key: `commit:${SHA}`,
    evidence: {
      ref: 6,
      role: 'change',
      kind: 'commit',
      sha: SHA,
      title: 'Start',
      authored_at: '',
      url: page(`commit/${SHA}`),
    },
  },
]

export const createAcmeGrounder = (language: 'en' | 'zh' = 'en') =>
  createGrounder(createKnownReferences({ entries: () => ACME, lines: () => [], repository: 'acme/api' }), language)

export function ground(text: string, language: 'en' | 'zh' = 'en') {
  const grounder = createAcmeGrounder(language)
  return { text: grounder.ground(text), cited: grounder.cited(), removed: grounder.removed().map(({ kind }) => kind) }
}
