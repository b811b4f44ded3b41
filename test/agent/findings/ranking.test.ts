import { describe, expect, test } from 'vitest'
import { rankChanges } from '../../../src/agent/findings/rank-changes.ts'
import { contentStems } from '../../../src/agent/question/words.ts'
import { change } from '../../fixtures/history-rows.ts'

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
