import { expect, it } from 'vitest'
import { wordIngestReport } from '../../handlers/word-ingest-report.ts'
import type { IngestReport } from '../../src/ingest/report.ts'

const REPORT: IngestReport = {
  repository: 'pallets/flask',
  graph: 'repobrain:local:pallets/flask',
  status: 'complete',
  commit: '70d04b5a2620705011e65f79ccfd52caa86f5d6a',
  branch: 'main',
  shallow: false,
  code: {
    files_by_language: { python: 83, other: 18, yaml: 7, css: 2, sql: 2, shell: 1 },
    files_parsed: 83,
    files_cached: 80,
    files_with_syntax_errors: 1,
    skipped: Array.from({ length: 7 }, (_, index) => ({
      path: `links/a_rather_long_name_${index}`,
      reason: 'symlink',
    })),
    decoded: [{ path: 'old.py', encoding: 'latin-1' }],
    functions: 1456,
    classes: 160,
    calls: { self: 74, assignment: 911, import: 268 },
    calls_external: 10,
    calls_unresolved: 20,
    imports: 5,
    call_failures: [],
  },
  history: { pull_requests: 1619, commits: 1, issues: 305, people: 833, hunks: 1000, hunks_mapped: 570 },
  missing: ['reviews are not indexed (no GitHub records)'],
  fetched: null,
  changes: { nodes_written: 1, nodes_deleted: 0, edges_written: 2, edges_deleted: 3 },
  seconds: { code: 1.44, tree: 0.01, total: 2.04 },
}

it('says what was read, skipped and written, on 80 columns', () => {
  expect(`\n${wordIngestReport(REPORT)}\n`).toBe(`
pallets/flask is indexed at 70d04b5 (main).

  files          83 python, 18 other, 7 yaml, 2 css, 3 more
  parsed         83, 80 of them from the cache
  definitions    1,456 functions, 160 classes
  calls          1,253 resolved (911 assignment, 268 import, 74 self)
  syntax errors  in 1 file
  not UTF-8      old.py (latin-1)
  skipped        links/a_rather_long_name_0, links/a_rather_long_name_1,
                 links/a_rather_long_name_2, links/a_rather_long_name_3,
                 links/a_rather_long_name_4 and 2 more: symlink
  changes        1,619 pull requests, 1 direct commit
  hunks          570 of 1,000 inside a function (57.0 %)
  also           305 issues, 833 people
  graph          1 node, 2 edges written; 0, 3 deleted
  seconds        2.0 (code 1.4)

  Not there: reviews are not indexed (no GitHub records).
`)
})

it.each([
  [
    { commit: null, branch: null, status: 'empty', code: null, history: null },
    'pallets/flask has no commits yet: nothing to index.',
  ],
  [{ branch: null }, 'pallets/flask is indexed at 70d04b5.'],
  [{ status: 'degraded' }, 'pallets/flask is indexed at 70d04b5 (main), with part of the call data missing.'],
  [
    { shallow: true },
    'pallets/flask is indexed at 70d04b5 (main). The clone is shallow: history before it is missing.',
  ],
] as const)('%j begins with its outcome', (part, headline) => {
  expect(wordIngestReport({ ...REPORT, ...part }).split('\n')[0]).toBe(headline)
})

it('says so when there was nothing to write', () => {
  const changes = { nodes_written: 0, nodes_deleted: 0, edges_written: 0, edges_deleted: 0 }
  expect(wordIngestReport({ ...REPORT, changes })).toMatch(/graph +was up to date/)
})
