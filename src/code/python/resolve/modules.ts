import { dirname } from 'node:path/posix'
import { standardModules } from './standard-modules.ts'

/** Finds the file that an import statement of a file means. */
export interface ModuleMap {
  /** File of an absolute dotted name, or -1 when it is not in the repository; a namespace package is -2. */
  absolute(from: number, dotted: string): number
  /** As `absolute`, for `level` dots before the name (which may be empty). */
  relative(from: number, level: number, dotted: string): number
  /** File of the submodule `name` of the package that `absolute` or `relative` found for the same arguments. */
  submodule(from: number, level: number, dotted: string, name: string): number
}

/** Directories where a layout keeps packages, besides those that hold a top-level package. */
const usualRoots = ['', 'src', 'lib', 'python']
const absent = -1
const namespace = -2

/**
 * Search order of an absolute import: the directory above the importing file's topmost package (its own directory for a
 * script), then the repository's root, `src`, `lib` and `python`, then any directory that holds a top-level package, nearest to
 * the importing file first. Names of the standard library are found only in the first of these, so that a project's own
 * `types.py` elsewhere is never mistaken for it.
 */
export function createModuleMap(paths: readonly string[]): ModuleMap {
  const fileByPath = new Map(paths.map((path, file) => [path, file]))
  const directories = new Set<string>()
  for (const path of paths)
    for (let dir = dirname(path); !directories.has(dir); dir = dirname(dir)) {
      directories.add(dir)
      if (dir === '.') break
    }
  const isPackage = (dir: string) => fileByPath.has(join(dir, '__init__.py'))
  const ownRoots = new Map<string, string>()
  const packageRoots = new Set<string>()
  for (const path of paths) {
    const root = ownRoot(normal(dirname(path)))
    if (isPackage(normal(dirname(path)))) packageRoots.add(root)
  }
  for (const root of usualRoots) packageRoots.delete(root)
  const roots = [...packageRoots].sort()
  const cache = new Map<string, number>()
  const nearest = new Map<string, string[]>()

  return { absolute, relative, submodule }

  function ownRoot(dir: string): string {
    const known = ownRoots.get(dir)
    if (known !== undefined) return known
    const root = isPackage(dir) && dir !== '' ? ownRoot(normal(dirname(dir))) : dir
    ownRoots.set(dir, root)
    return root
  }

  function absolute(from: number, dotted: string): number {
    const dir = normal(dirname(paths[from] ?? ''))
    const key = `${dir}:${dotted}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const found = search(dir, dotted)
    cache.set(key, found)
    return found
  }

  function search(dir: string, dotted: string): number {
    const first = dotted.split('.', 1)[0] ?? dotted
    const own = ownRoot(dir)
    const isStandard = standardModules.has(first)
    if (holds(own, first) && (!isStandard || isPackage(join(own, first)) || fileByPath.has(`${join(own, first)}.py`))) {
      const found = within(own, dotted)
      if (found !== absent) return found
    }
    if (isStandard) return absent
    let fallback = absent
    for (const root of [...usualRoots, ...byNearness(dir)]) {
      if (!holds(root, first)) continue
      const found = within(root, dotted)
      if (found >= 0) return found
      if (found === namespace) fallback = namespace
    }
    return fallback
  }

  function holds(root: string, first: string): boolean {
    return directories.has(join(root, first)) || fileByPath.has(`${join(root, first)}.py`)
  }

  function byNearness(dir: string): string[] {
    const known = nearest.get(dir)
    if (known !== undefined) return known
    const depth = new Map(roots.map((root) => [root, shared(root, dir)]))
    const sorted = [...roots].sort((a, b) => (depth.get(b) ?? 0) - (depth.get(a) ?? 0))
    nearest.set(dir, sorted)
    return sorted
  }

  function within(root: string, dotted: string): number {
    const path = join(root, dotted.replaceAll('.', '/'))
    return (
      fileByPath.get(join(path, '__init__.py')) ??
      fileByPath.get(`${path}.py`) ??
      fileByPath.get(`${path}.pyi`) ??
      (directories.has(path) ? namespace : absent)
    )
  }

  function relative(from: number, level: number, dotted: string): number {
    return within(packageOf(from, level), dotted)
  }

  function packageOf(from: number, level: number): string {
    let dir = normal(dirname(paths[from] ?? ''))
    for (let i = 1; i < level; i++) dir = normal(dirname(dir))
    return dir
  }

  function submodule(from: number, level: number, dotted: string, name: string): number {
    const whole = dotted === '' ? name : `${dotted}.${name}`
    return level > 0 ? relative(from, level, whole) : absolute(from, whole)
  }
}

function normal(dir: string): string {
  return dir === '.' ? '' : dir
}

function join(dir: string, name: string): string {
  return dir === '' ? name : name === '' ? dir : `${dir}/${name}`
}

/** Number of leading path segments in common. */
function shared(a: string, b: string): number {
  const left = a.split('/')
  const right = b.split('/')
  let count = 0
  while (count < left.length && left[count] === right[count]) count++
  return count
}
