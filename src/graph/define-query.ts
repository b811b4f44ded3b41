import type { z } from 'zod'
import type { NamedQuery } from './types.ts'

interface Definition<Params extends z.ZodObject, Row extends z.ZodObject> {
  readonly name: string
  readonly mode: NamedQuery<Record<string, unknown>, unknown>['mode']
  readonly params: Params
  readonly row: Row
  readonly cypher: string
  readonly timeoutMs?: number
}

/**
 * A named query whose types follow from its schemas. Throws at definition time, so at start, when the name is not
 * kebab-case or the Cypher and the schema disagree about the parameters.
 */
export function defineQuery<Params extends z.ZodObject, Row extends z.ZodObject>(
  definition: Definition<Params, Row>,
): NamedQuery<z.output<Params>, z.output<Row>> {
  const { name, cypher } = definition
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) throw new Error(`Query name ${name} is not kebab-case`)
  const used = new Set(Array.from(cypher.matchAll(/\$([A-Za-z_]\w*)/g), (match) => match[1]))
  const declared = new Set(Object.keys(definition.params.shape))
  const wrong = [...used]
    .filter((param) => !declared.has(param ?? ''))
    .concat([...declared].filter((p) => !used.has(p)))
  if (wrong.length > 0)
    throw new Error(`Query ${name}: parameters differ between Cypher and schema: ${wrong.join(', ')}`)
  return definition as unknown as NamedQuery<z.output<Params>, z.output<Row>>
}
