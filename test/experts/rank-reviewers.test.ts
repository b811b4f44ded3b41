import { describe, expect, it } from 'vitest'
import { type Activity, rankReviewers, type TouchedCode } from '../../src/experts/rank-reviewers.ts'
import type { HistoryRow } from '../../src/graph/queries/history.ts'
import { change, person } from '../fixtures/history-rows.ts'

const NOW = '2025-06-01'
const by = (login: string, more: Partial<HistoryRow> = {}) => ({ authors: [{ ...person(login), order: 0 }], ...more })
const did = (login: string, changes: number, day = NOW, how: Activity['how'] = 'authored'): Activity => ({
  person: person(login),
  how,
  day,
  changes,
})
const ranked = (touched: Partial<TouchedCode>) =>
  rankReviewers({ functions: [], files: [], activity: [], now: Date.parse(NOW), ...touched })
const logins = (touched: Partial<TouchedCode>) => ranked(touched).map(({ person: { login } }) => login)

describe('whoever could review', () => {
  it('is at work nowadays, before those who knew the code best once', () => {
    const functions = [[change(1, '2018-01-01', by('founder')), change(2, '2018-02-01', by('founder'))]]
    expect(logins({ functions, activity: [did('keeper', 20)] })).toEqual(['keeper', 'founder'])
  })

  it('of two who are equally at work, knows the code', () => {
    const functions = [[change(1, '2025-05-01', by('knower'))]]
    expect(logins({ functions, activity: [did('other', 10), did('knower', 10)] })).toEqual(['knower', 'other'])
  })

  it('of two who know it equally, was at work more lately', () => {
    expect(logins({ activity: [did('before', 10, '2025-02-01'), did('now', 10)] })).toEqual(['now', 'before'])
  })

  it('wrote rather than merged, and is counted once for one change', () => {
    expect(logins({ activity: [did('merger', 15, NOW, 'merged'), did('writer', 10)] })).toEqual(['writer', 'merger'])
    const both = change(1, NOW, { ...by('both'), mergers: [person('both'), person('presser')] })
    const [first, second] = ranked({ files: [[both, change(2, NOW, by('both'))]] })
    expect([first?.person.login, second?.person.login]).toEqual(['both', 'presser'])
    expect(first?.files).toBeCloseTo(2 / 2.5)
  })

  it('did not sweep over everything', () => {
    const functions = [[change(1, NOW, by('sweeper', { breadth: 400 })), change(2, NOW, by('mender'))]]
    const activity = [did('sweeper', 9), did('mender', 9)]
    expect(logins({ functions, activity })).toEqual(['mender', 'sweeper'])
  })

  it('is no visitor, unless there is nobody else', () => {
    const rows = Array.from({ length: 60 }, (_, at) => change(at, '2022-01-01', by('resident')))
    const visit = change(999, NOW, by('visitor'))
    const all = ranked({ functions: [[visit, ...rows]], files: [[visit, ...rows]], activity: [did('visitor', 1)] })
    expect(all.map(({ person: { login }, visitor }) => [login, visitor])).toEqual([
      ['resident', false],
      ['visitor', true],
    ])
    expect(ranked({ functions: [[visit]], files: [[visit]], activity: [did('visitor', 1)] })[0]?.visitor).toBe(false)
  })
})
