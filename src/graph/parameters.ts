/** Query parameters as Cypher text. The only place where values become part of a query. */

/** A value that the database cannot hold as it is; `path` names it (`items[3].props.score`). Nothing was sent. */
export class ParameterError extends Error {
  override name = 'ParameterError'
  readonly path: string
  readonly problem: string

  constructor(path: string, problem: string) {
    super(`Parameter ${path}: ${problem}`)
    this.path = path
    this.problem = problem
  }

  /** The same error seen from outside: `place` contains what was refused. */
  within(place: string): ParameterError {
    return new ParameterError(`${place}: ${this.path}`, this.problem)
  }
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * `CYPHER a="…" b=[1,2] `, to be put before a query, or '' without parameters.
 *
 * Strings, booleans, null, numbers, arrays and plain objects of these pass unchanged. Whatever the database would lose,
 * round or choke on throws ParameterError; see `assertStorable`. So do undefined, bigint, dates, maps, buffers and other class
 * instances, and map keys that are empty or have a back-tick.
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
  assertStorable(value, path)
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`
  if (value === null || typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map((item, index) => encodeValue(item, `${path}[${index}]`)).join(',')}]`
  return encodeMap(value, path)
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

/** NUL ends a text inside the server; half of a surrogate pair has no UTF-8 form. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what is looked for
const UNSTORABLE = /\u0000|\p{Surrogate}/u

/** The client's decoder loses the last digits of larger integers, though they are below 2^53. */
const MAX_INTEGER = Number.MAX_SAFE_INTEGER - 64

/** Replies have this many significant digits; a longer fraction would come back as another number. */
const DIGITS = 15

/** Throws ParameterError when a string, number or other scalar would not come back as it is. Does not look into objects. */
export function assertStorable(value: unknown, path: string): void {
  switch (typeof value) {
    case 'string':
      if (UNSTORABLE.test(value)) throw new ParameterError(path, 'text has a NUL character or half of a surrogate pair')
      return
    case 'number':
      assertNumber(value, path)
      return
    case 'boolean':
    case 'object':
      return
    default:
      throw new ParameterError(path, `${typeof value} cannot be stored; leave it out or use null`)
  }
}

function assertNumber(value: number, path: string): void {
  if (!Number.isFinite(value)) throw new ParameterError(path, `${value} is not a finite number`)
  if (Number.isInteger(value)) {
    if (Math.abs(value) <= MAX_INTEGER) return
    throw new ParameterError(path, `${value} is beyond the integers that are kept exactly; store it as text`)
  }
  if (Number(value.toPrecision(DIGITS)) !== value) {
    throw new ParameterError(path, `${value} has more than ${DIGITS} significant digits; round it`)
  }
}
