import { z } from 'zod'
import { defineQuery } from '../define-query.ts'
import { changeRow, codeRow, modifiesRow, returnChange, returnCode, returnModifies } from './rows.ts'

const params = z.object({ key: z.string() })

/** One pull request or commit with its people and the issues it fixes. */
export const changeByKey = defineQuery({
  name: 'pull-request',
  mode: 'read',
  params,
  row: changeRow,
  cypher: `MATCH (c:PullRequest {key: $key}) RETURN ${returnChange('c')}`,
})

/** The functions that a pull request changed, most lines first. */
export const pullRequestFunctions = defineQuery({
  name: 'pull-request-functions',
  mode: 'read',
  params,
  row: codeRow.extend(modifiesRow.shape),
  cypher: `MATCH (:PullRequest {key: $key})-[m:MODIFIES]->(f:Function)
WITH m, f ORDER BY m.added + m.removed DESC, f.path, f.start_line LIMIT 200
RETURN ${returnCode('f', 'function')}, ${returnModifies('m')}`,
})
