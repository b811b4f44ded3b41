import { setTimeout as sleep } from 'node:timers/promises'

/** Looks something up once for several who ask, and gives the stand-in when that fails or takes longer than `patienceMs`. */
export type Cache<Value> = (key: string, standIn: Value, lookUp: () => Promise<Value>) => Promise<Value>

export function createCache<Value>(options: {
  readonly keepMs: number
  readonly most: number
  readonly patienceMs: number
}): Cache<Value> {
  const known = new Map<string, { readonly value: Promise<Value>; readonly until: number }>()
  return async (key, standIn, lookUp) => {
    const found = known.get(key)
    if (found && found.until > Date.now()) return inTime(found.value, standIn)
    const value = lookUp()
    known.delete(key)
    known.set(key, { value, until: Date.now() + options.keepMs })
    value.catch(() => known.delete(key))
    const [oldest] = known.keys()
    if (known.size > options.most && oldest !== undefined) known.delete(oldest)
    return inTime(value, standIn)
  }

  function inTime(value: Promise<Value>, standIn: Value): Promise<Value> {
    const late = new AbortController()
    const tooLate = sleep(options.patienceMs, standIn, { signal: late.signal }).catch(() => standIn)
    return Promise.race([value.catch(() => standIn), tooLate]).finally(() => late.abort())
  }
}
