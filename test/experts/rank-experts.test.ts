import { describe, expect, test } from 'vitest'
import { rankExperts } from '../../src/experts/rank-experts.ts'
import type { HistoryRow } from '../../src/graph/queries/history.ts'
import { change, person } from '../fixtures/history-rows.ts'

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
