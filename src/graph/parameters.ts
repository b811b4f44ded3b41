/** Query parameters as Cypher text. The only place where values become part of a query. */

/** A value that the database cannot hold as it is; `path` names it (`items[3].props.score`). Nothing was sent. */
export class ParameterError extends Error {
  override name = 'ParameterError'
  readonly path: string

  constructor(path: string, problem: string) {
    super(`Parameter ${path}: ${problem}`)
    this.path = path
  }
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * `CYPHER a="…" b=[1,2] `, to be put before a query, or '' without parameters.
 *
 * Strings, booleans, null, finite numbers, arrays and plain objects of these pass unchanged. Everything that FalkorDB would
 * lose, round or choke on throws ParameterError: undefined, NaN, ±Infinity, bigint, integers from 2^53 on, NUL characters,
 * lone surrogates, dates, maps, buffers and other class instances, map keys with a back-tick.
 */
export function encodeParameters(params: Readonly<Record<string, unknown>>): string {
  const parts: string[] = []
  for (const [name, value] of Object.entries(params)) {
    if (!IDENTIFIER.test(name)) throw new ParameterError(JSON.stringify(name), 'is not a parameter name')
    parts.push(`${name}=${encodeValue(value, name)}`)
  }
  return parts.length === 0 ? '' : `CYPHER ${parts.join(' ')} `
}

function encodeValue(value: unknown, path: string): string {
  switch (typeof value) {
    case 'string':
      return encodeString(value, path)
    case 'number':
      return encodeNumber(value, path)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      if (Array.isArray(value))
        return `[${value.map((item, index) => encodeValue(item, `${path}[${index}]`)).join(',')}]`
      return encodeMap(value, path)
    default:
      throw new ParameterError(path, `${typeof value} cannot be stored; leave it out or use null`)
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL ends the query text inside the server
const UNSTORABLE = /\u0000|\p{Surrogate}/u

function encodeString(value: string, path: string): string {
  if (UNSTORABLE.test(value)) throw new ParameterError(path, 'text has a NUL character or half of a surrogate pair')
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

function encodeNumber(value: number, path: string): string {
  if (!Number.isFinite(value)) throw new ParameterError(path, `${value} is not a finite number`)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new ParameterError(path, `${value} is beyond the integers that are kept exactly; store it as text`)
  }
  return String(value)
}

function encodeMap(value: object, path: string): string {
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) {
    throw new ParameterError(path, `${prototype.constructor?.name ?? 'an object'} is not plain data`)
  }
  const parts: string[] = []
  for (const [key, item] of Object.entries(value)) {
    if (key === '' || key.includes('`') || UNSTORABLE.test(key)) {
      throw new ParameterError(path, `${JSON.stringify(key)} cannot be a map key`)
    }
    parts.push(`${IDENTIFIER.test(key) ? key : `\`${key}\``}:${encodeValue(item, `${path}.${key}`)}`)
  }
  return `{${parts.join(',')}}`
}
