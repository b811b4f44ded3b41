/** Names of claims, which tell the process that made them. */
import { randomUUID } from 'node:crypto'
import { isAlive, ownIdentity, ownMachine } from '../../process-identity.ts'

const machine = ownMachine()
const { pid, started } = ownIdentity()

export const newOwner = (): string => JSON.stringify([machine, pid, started, randomUUID()])

/** Whether the claim is of a process of this machine that is known to have died; of others, only their lease tells. */
export function isOrphan(owner: string): boolean {
  try {
    const [host, ownerPid, ownerStarted] = JSON.parse(owner) as [string, number, string | null]
    return host === machine && !isAlive({ pid: ownerPid, started: ownerStarted })
  } catch {
    return false
  }
}
