import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { changeRow, personRow, returnChange, returnPerson } from './rows.ts'

const params = z.object({ key: z.string() })

/** One issue, as far as it is recorded, with who opened it. */
export const issueByKey = defineQuery({
  name: 'issue',
  mode: 'read',
  params,
  row: z.object({
    number: z.number(),
    title: z.string().nullable(),
    state: z.string().nullable(),
    body: z.string().nullable(),
    at: z.string().nullable(),
    openers: z.array(personRow),
  }),
  cypher: `MATCH (i:Issue {key: $key})
RETURN i.number AS number, i.title AS title, i.state AS state, i.body AS body, i.created_at AS at,
  [(i)<-[:OPENED]-(o:Person) | {${returnPerson('o')}}] AS openers`,
})

/** The merged pull requests that fix an issue, newest first. */
export const issueFixes = defineQuery({
  name: 'issue-fixes',
  mode: 'read',
  params,
  row: changeRow,
  cypher: `MATCH (:Issue {key: $key})<-[:FIXES]-(c:PullRequest) WHERE c.merged_at IS NOT NULL
WITH c ORDER BY c.merged_at DESC RETURN ${returnChange('c')}`,
})

/** The pull requests and issues that mention a pull request or an issue. */
export const mentionsOf = defineQuery({
  name: 'mentions-of',
  mode: 'read',
  params,
  row: z.object({
    kind: z.enum(['pull_request', 'issue']),
    number: z.number(),
    title: z.string().nullable(),
    at: z.string().nullable(),
    url: z.string().nullable(),
  }),
  cypher: `MATCH (:Issue {key: $key})<-[:MENTIONS]-(p:PullRequest)
RETURN 'pull_request' AS kind, p.number AS number, p.title AS title, p.merged_at AS at, p.url AS url
UNION
MATCH (:PullRequest {key: $key})-[:MENTIONS]-(p:PullRequest)
RETURN 'pull_request' AS kind, p.number AS number, p.title AS title, p.merged_at AS at, p.url AS url
UNION
MATCH (:PullRequest {key: $key})-[:MENTIONS]-(p:Issue)
RETURN 'issue' AS kind, p.number AS number, p.title AS title, null AS at, null AS url
UNION
MATCH (:Issue {key: $key})-[:MENTIONS]-(p:Issue)
RETURN 'issue' AS kind, p.number AS number, p.title AS title, null AS at, null AS url
UNION
MATCH (:Issue {key: $key})-[:MENTIONS]->(p:PullRequest)
RETURN 'pull_request' AS kind, p.number AS number, p.title AS title, p.merged_at AS at, p.url AS url`,
})
