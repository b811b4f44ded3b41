import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** People by login or name, in whatever case, those of that login first. Bots are none. */
export const peopleCalled = defineQuery({
  name: 'people-called',
  mode: 'read',
  params: z.object({ name: z.string() }),
  row: z.object({ ref: z.string(), key: z.string(), name: z.string().nullable(), login: z.string().nullable() }),
  cypher: `MATCH (p:Person) WHERE NOT coalesce(p.bot, false) AND (toLower(p.login) = toLower($name) OR toLower(p.name) = toLower($name))
RETURN p.ref AS ref, p.key AS key, p.name AS name, p.login AS login
ORDER BY toLower(coalesce(p.login, '')) = toLower($name) DESC, p.ref`,
})
