/** Every query of the project against GitHub's published schema and its limits. */
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { GitHubQuery } from '../../src/github/queries/define-github-query.ts'
import { parseQuery } from '../fakes/github/execute-query.ts'
import { NODE_LIMIT, queryCost } from '../fakes/github/query-cost.ts'

const FOLDER = new URL('../../src/github/queries/', import.meta.url)

const queries: GitHubQuery<unknown>[] = []
for (const file of readdirSync(FOLDER)) {
  const exported = Object.values((await import(new URL(file, FOLDER).href)) as Record<string, unknown>)
  queries.push(...exported.filter((each): each is GitHubQuery<unknown> => Object.hasOwn(Object(each), 'document')))
}

describe('the fake GitHub', () => {
  it('refuses what the schema does not have', () => {
    expect(() => parseQuery('query Q { repository(owner: "a", name: "b") { patch } }')).toThrow('Cannot query field')
  })

  it('counts as GitHub documents it', () => {
    // The example of GitHub's page on limits.
    const document = parseQuery(`query Q { viewer { repositories(first: 50) { edges { repository: node {
      issues(first: 10) { totalCount edges { node { title bodyHTML } } } } } } } }`)
    expect(queryCost(document, {})).toEqual({ nodes: 550, points: 1 })
    const deeper = parseQuery(`query Q { viewer { repositories(first: 100) { edges { node { issues(first: 50) { edges {
      node { labels(first: 60) { edges { node { id } } } } } } } } } } }`)
    expect(queryCost(deeper, {}).points).toBe(51)
  })
})

describe('every query', () => {
  it('is looked at', () => {
    expect(queries.map(({ name }) => name)).toEqual([
      'issues',
      'more-comments',
      'more-reviews',
      'pull-requests',
      'review-threads',
      'viewer',
      'visibility',
    ])
  })

  it.each(queries)('$name is valid, and within the limit of nodes with the largest page', ({ document }) => {
    const cost = queryCost(parseQuery(document), { first: 100 })
    expect(cost.nodes >= 100).toBe(document.includes('$first'))
    expect(cost.nodes).toBeLessThan(NODE_LIMIT)
  })

  it.each(queries)('$name asks what it costs', ({ document }) => {
    expect(document).toContain('rateLimit { cost remaining resetAt }')
  })
})
