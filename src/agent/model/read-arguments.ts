/** Arguments as models write them: twice encoded, cut off, numbers as text, fields that do not exist. */

interface ArgumentField {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
}

export interface ArgumentSchema {
  readonly properties?: Readonly<Record<string, ArgumentField>>
  readonly required?: readonly string[]
}

export type ReadArguments =
  | {
      readonly kind: 'read'
      readonly values: Readonly<Record<string, unknown>>
      readonly extra: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'unreadable' }

/** Known fields, with numbers made numbers and held within their bounds, apart from the others. Never throws. */
export function readArguments(written: string, schema: ArgumentSchema): ReadArguments {
  const parsed = parse(written)
  if (parsed === undefined) return { kind: 'unreadable' }
  const properties = schema.properties ?? {}
  const values: Record<string, unknown> = {}
  const extra: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(parsed)) {
    if (!Object.hasOwn(properties, field)) extra[field] = value
    else if (value !== null) values[field] = coerce(value, properties[field] ?? {})
  }
  return { kind: 'read', values, extra }
}

/** Nothing, and `null`, are no arguments; `undefined` when it is no object at all. */
function parse(written: string): Record<string, unknown> | undefined {
  if (written.trim() === '') return {}
  try {
    let value: unknown = JSON.parse(written)
    if (typeof value === 'string') value = JSON.parse(value)
    if (value === null) return {}
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function coerce(
  value: unknown,
  { type, minimum, maximum }: { type?: string; minimum?: number; maximum?: number },
): unknown {
  if (type === 'string') return typeof value === 'number' ? String(value) : value
  if (type !== 'integer' && type !== 'number') return value
  const number =
    typeof value === 'string' && /^\s*#?-?\d+(\.\d+)?\s*$/.test(value) ? Number(value.replace('#', '')) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return value
  const whole = type === 'integer' ? Math.trunc(number) : number
  return Math.min(maximum ?? whole, Math.max(minimum ?? whole, whole))
}
