import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../src/errors.ts'

export interface Clone {
  readonly name: string
  readonly path: string
}

/** Git repositories in a folder, bare or not, up to two levels down: `flask`, `flask.git`, `pallets+flask/repo`. */
export function findClones(dir: string, wanted: readonly string[]): Clone[] {
  const found = clonesIn(dir, 2).map((path) => ({
    path,
    name: path.slice(dir.length + 1).replace(/(\/repo|\.git)$/, ''),
  }))
  const clones = found.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  if (clones.length > 0) return clones
  throw new UserError(
    `There is no git repository${wanted.length ? ` named ${wanted.join(' or ')}` : ''} in ${dir}.`,
    `Clone some, for example: git clone --bare https://github.com/pallets/flask ${join(dir, 'flask.git')}`,
  )
}

function clonesIn(dir: string, depth: number): string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(dir, entry.name))
    .flatMap((path) => (isRepository(path) ? [path] : depth > 1 ? clonesIn(path, depth - 1) : []))
    .sort()
}

const isRepository = (path: string) =>
  existsSync(join(path, '.git')) || (existsSync(join(path, 'HEAD')) && existsSync(join(path, 'objects')))
