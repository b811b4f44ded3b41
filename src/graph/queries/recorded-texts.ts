import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { personRow, returnPerson } from './rows.ts'

export type RecordedText = z.infer<typeof recordedTexts.row>

const people = (variable: string, edge: string) =>
  `[(${variable})<-[:${edge}]-(p:Person) | {${returnPerson('p')}}] AS people`

/**
 * What GitHub's records say about some pull requests: their own texts, the issues that they fix, what they mention, the words of
 * their reviews; and every remark on code that concerns the function, whichever pull request it was made on.
 */
export const recordedTexts = defineQuery({
  name: 'recorded-texts',
  mode: 'read',
  params: z.object({ changes: z.array(z.string()), function: z.string() }),
  row: z.object({
    ref: z.string(),
    kind: z.enum(['pull_request', 'issue', 'comment', 'mentioned']),
    /** Key of the pull request that the text belongs to. */
    change: z.string(),
    number: z.number().nullable(),
    title: z.string().nullable(),
    body: z.string().nullable(),
    at: z.string().nullable(),
    url: z.string().nullable(),
    path: z.string().nullable(),
    /** Functions that a remark on code is about. */
    concerns: z.array(z.string()),
    people: z.array(personRow),
  }),
  cypher: `UNWIND $changes AS key MATCH (c:PullRequest {key: key})
RETURN c.ref AS ref, 'pull_request' AS kind, c.ref AS change, c.number AS number, c.title AS title, c.body AS body,
  c.created_at AS at, c.url AS url, null AS path, [] AS concerns, ${people('c', 'AUTHORED')}
UNION
UNWIND $changes AS key MATCH (c:PullRequest {key: key})-[:FIXES]->(i:Issue)
RETURN i.ref AS ref, 'issue' AS kind, c.ref AS change, i.number AS number, i.title AS title, i.body AS body,
  i.created_at AS at, i.url AS url, null AS path, [] AS concerns, ${people('i', 'OPENED')}
UNION
UNWIND $changes AS key MATCH (c:PullRequest {key: key})-[:MENTIONS]->(o) WHERE o.created_at IS NOT NULL
RETURN o.ref AS ref, 'mentioned' AS kind, c.ref AS change, o.number AS number, o.title AS title, null AS body,
  o.created_at AS at, o.url AS url, null AS path, [] AS concerns, ${people('o', 'OPENED|AUTHORED')}
UNION
UNWIND $changes AS key MATCH (c:PullRequest {key: key})<-[:PART_OF]-(m:Comment)
RETURN m.ref AS ref, 'comment' AS kind, c.ref AS change, c.number AS number, c.title AS title, m.body AS body,
  m.at AS at, m.url AS url, m.path AS path, [(m)-[:CONCERNS]->(f:Function) | f.key] AS concerns, ${people('m', 'WROTE')}
UNION
MATCH (:Function {key: $function})<-[:CONCERNS]-(m:Comment)-[:PART_OF]->(c:PullRequest)
RETURN m.ref AS ref, 'comment' AS kind, c.ref AS change, c.number AS number, c.title AS title, m.body AS body,
  m.at AS at, m.url AS url, m.path AS path, [(m)-[:CONCERNS]->(f:Function) | f.key] AS concerns, ${people('m', 'WROTE')}`,
})
