import { describe, expect, it } from 'vitest'
import { chooseRepository, graphName, listRepositories } from '../src/repositories.ts'
import { wordAge } from '../src/word-age.ts'

const database = {
  graphs: async () => [
    'repobrain:slack:T1:b/b',
    'repobrain:local:b/b',
    'repobrain:local:a/a',
    'repobrain-settings:local',
    'other',
    'repobrain:local:a/a:copy',
  ],
}

describe('repositories', () => {
  it('are those of the workspace, sorted; copies, settings and other graphs are none', async () => {
    expect(await listRepositories(database, 'local')).toEqual(['a/a', 'b/b'])
    expect(await listRepositories(database, 'slack:T1')).toEqual(['b/b'])
    expect(await listRepositories(database, 'slack')).toEqual([])
    expect(graphName('slack:T1', 'b/b')).toBe('repobrain:slack:T1:b/b')
  })

  it.each([
    [['a/a'], null, 'a/a'],
    [['a/a', 'b/b'], 'B/B', 'b/b'],
  ])('of %j with %s wanted, %s is meant', (indexed, wanted, expected) => {
    expect(chooseRepository(indexed, wanted)).toBe(expected)
  })

  it.each([
    [[], null, 3, 'No repository is indexed yet.'],
    [['a/a'], 'c/c', 3, 'c/c is not indexed; indexed: a/a.'],
    [['a/a', 'b/b'], null, 2, 'Several repositories are indexed: a/a, b/b.'],
  ])('of %j with %s wanted, none: exit code %i', (indexed, wanted, exitCode, message) => {
    expect(() => chooseRepository(indexed, wanted)).toThrow(expect.objectContaining({ exitCode, message }))
  })
})

describe('age', () => {
  const now = Date.parse('2025-06-15T12:00:00Z')
  it.each([
    ['2025-06-15T11:59:30Z', 'just now'],
    ['2025-06-15T13:00:00Z', 'just now'],
    ['2025-06-15T11:59:00Z', '1 minute ago'],
    ['2025-06-15T09:30:00Z', '2 hours ago'],
    ['2025-06-14T12:00:00+02:00', '1 day ago'],
    ['2023-06-01T00:00:00Z', '2 years ago'],
  ])('%s is %s', (at, expected) => {
    expect(wordAge(at, now)).toBe(expected)
  })
})
