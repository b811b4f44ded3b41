import { describe, expect, test } from 'vitest'
import { rankChanges } from '../../../src/agent/findings/rank-changes.ts'
import { rankExperts } from '../../../src/agent/findings/rank-experts.ts'
import { contentStems } from '../../../src/agent/question/words.ts'
import type { HistoryRow } from '../../../src/graph/queries/history.ts'
import type { PersonRow } from '../../../src/graph/queries/rows.ts'

const person = (login: string, bot = false): PersonRow => ({ ref: `person:${login}`, name: login, login, bot })
const change = (number: number, at: string, more: Partial<HistoryRow> = {}): HistoryRow => ({
  ref: `pr:${number}`,
  kind: 'pull_request',
  number,
  sha: null,
  title: `change ${number}`,
  state: null,
  author_deleted: false,
  reviews_indexed: false,
  at,
  url: null,
  breadth: 1,
  authors: [],
  reviewers: [],
  mergers: [],
  issues: [],
  did: 'changed',
  added: 5,
  removed: 5,
  carried: false,
  was_path: null,
  was_qualified_name: null,
  ...more,
})
const by = (login: string, bot = false) => ({ authors: [{ ...person(login, bot), order: 0 }] })
const order = (rows: readonly HistoryRow[], asker: string | null = null) =>
  rankExperts(rows, 20, asker).map((expert) => expert.person.login)

describe('whom to ask', () => {
  test('the newer of equal work', () => {
    expect(order([change(2, '2025-01-01', by('new')), change(1, '2015-01-01', by('old'))])).toEqual(['new', 'old'])
  })

  test('who wrote it, before newer touches of a line in bulk', () => {
    const bulk = { ...by('sweeper'), breadth: 300, added: 1, removed: 1 }
    const rows = [
      change(4, '2025-01-01', bulk),
      change(3, '2024-06-01', bulk),
      change(1, '2021-01-01', { ...by('maker'), did: 'added', added: 20, removed: 0 }),
    ]
    expect(order(rows)).toEqual(['maker', 'sweeper'])
  })

  test('reviews count, less than writing, and more than merging', () => {
    const row = change(1, '2025-01-01', {
      ...by('writer'),
      reviewers: [{ ...person('reader'), state: 'APPROVED', at: null }],
      mergers: [person('presser')],
    })
    expect(order([row])).toEqual(['writer', 'reader', 'presser'])
  })

  test('bots, deleted accounts and the asker are nobody to ask', () => {
    const rows = [
      change(3, '2025-01-01', by('robot', true)),
      change(2, '2025-01-01', by('ghost')),
      change(1, '2025-01-01', by('Me')),
    ]
    expect(order(rows, '@me')).toEqual([])
  })

  test('moves of unchanged code and merges of branches make no expert', () => {
    const moved = change(2, '2025-01-01', { ...by('mover'), did: 'moved', added: 0, removed: 0 })
    expect(order([moved, change(1, '2025-01-01', { ...by('merger'), carried: true })])).toEqual([])
  })
})

describe('which change leads', () => {
  const rows = [
    change(9, '2025-01-01', { title: 'Run formatter' }),
    change(5, '2023-01-01', {
      title: 'Refuse empty names',
      issues: [{ number: 1, title: 'Crash on empty name', how: null }],
    }),
    change(1, '2020-01-01', { title: 'First version' }),
  ]
  const lead = (question: string) => rankChanges(rows, contentStems(question)).changes.map(({ number }) => number)

  test('the newest, when the words say nothing of another', () => {
    expect(lead('why is it so slow')).toEqual([9, 5, 1])
    expect(lead('')).toEqual([9, 5, 1])
  })

  test('the one whose title or issue the words speak of', () => {
    expect(lead('why does it refuse an empty name?')).toEqual([5, 9, 1])
    expect(lead('what about the crash with empty names')).toEqual([5, 9, 1])
  })

  test('the one of the year that is named', () => {
    expect(lead('why was it changed in 2020?')).toEqual([1, 9, 5])
  })

  test('a word that every title has tells nothing apart', () => {
    const same = [change(2, '2025-01-01', { title: 'fix cart' }), change(1, '2024-01-01', { title: 'rework cart' })]
    expect(rankChanges(same, ['cart', 'slow', 'lock', 'wait', 'long']).leadByWords).toBe(false)
  })
})
