import type { Database } from '../graph/types.ts'

export interface HeldLease {
  /** Throws when the lease ran out, because this process stood still: what must be done once is somebody else's then. */
  assertHeld(): Promise<void>
}

/** Long enough for a database that is away for a moment; whoever waits for the work of a dead process waits this long. */
const TTL_MS = 60_000

/** Runs `work` while it has the lease, which is renewed as long as that takes. Null, and nothing is done, while others have it. */
export async function withLease<Result>(
  database: Pick<Database, 'lease'>,
  name: string,
  work: (held: HeldLease) => Promise<Result>,
  ttlMs: number = TTL_MS,
): Promise<Result | null> {
  const lease = await database.lease(name, ttlMs)
  if (lease === null) return null
  // A renewal that fails shows when the work asks whether it still holds the lease.
  const renewing = setInterval(() => lease.renew().catch(() => undefined), ttlMs / 3)
  try {
    return await work({
      assertHeld: async () => {
        if (!(await lease.renew())) throw new Error(`The lease ${name} ran out before its work was done.`)
      },
    })
  } finally {
    clearInterval(renewing)
    // Runs out by itself where that fails; what the work came to counts.
    await lease.release().catch(() => undefined)
  }
}
