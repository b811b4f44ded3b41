import { randomUUID } from 'node:crypto'
import type { Send } from './connection.ts'
import type { Lease } from './types.ts'

const keyOf = (name: string) => `repobrain:lease:${name}`

/** Each only when the lease is still ours: it may have run out and be somebody else's. KEYS: the lease; ARGV: our token, then a time in ms. */
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) else return 0 end`
const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) else return 0 end`

/** Takes a lease of the server, whose clock it runs by; null while somebody else has it. */
export async function takeLease(send: Send, name: string, ttlMs: number): Promise<Lease | null> {
  const [key, token] = [keyOf(name), randomUUID()]
  // A command whose answer was lost is sent again, and then finds the lease that it took itself.
  const taken = (await send(['SET', key, token, 'NX', 'PX', String(ttlMs)])) === 'OK'
  if (!taken && (await send(['GET', key])) !== token) return null
  return {
    renew: async () => (await send(['EVAL', RENEW, '1', key, token, String(ttlMs)])) === 1,
    release: async () => void (await send(['EVAL', RELEASE, '1', key, token])),
  }
}
