/** Which process it was, and whether it still runs: a pid is used again, this is not. */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

export interface ProcessIdentity {
  readonly pid: number
  /** When the process started, in the kernel's count; null where it cannot be told. */
  readonly started: string | null
}

export const ownIdentity = (): ProcessIdentity => ({ pid: process.pid, started: startOf(process.pid) })

/** Of a process on this machine, or in this container. */
export function isAlive({ pid, started }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return started === null || started === startOf(pid)
}

/** Where `isAlive` can tell. */
export const ownMachine = hostname

/** Boot and start time of a process (proc(5), field 22 of stat), or null where there is no /proc. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
  } catch {
    return null
  }
}
