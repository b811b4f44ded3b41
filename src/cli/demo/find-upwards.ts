import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '../../errors.ts'

/** A file that comes along with the program: it lies above the sources and, one folder higher, above the build. */
export function findUpwards(from: string, name: string): string {
  for (let folder = dirname(from); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, name))) return join(folder, name)
  }
  throw new UserError(`${name} is missing.`, 'Install RepoBrain again, or run from a complete checkout.')
}
