import { posix } from 'node:path'
import type { Project } from './project.ts'

/** Where module specifiers lead. */
export interface Modules {
  /** Number of the file that `specifier` means in `file`, or -1 for what is outside of the repository. */
  find(file: number, specifier: string): number
}

const extensions = ['.ts', '.tsx', '.mts', '.cts', '.d.ts', '.js', '.jsx', '.mjs', '.cjs', '.d.mts', '.d.cts']
/** A source may stand for what it is compiled to. */
const sourceOf: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
}
/** Folders that builds write to, where the package's sources may lie in `src` instead. */
const built = /^(?:\.\/)?(?:dist|lib|build|out|esm|cjs|es)\//

export function createModules(paths: readonly string[], project: Project): Modules {
  const byPath = new Map(paths.map((path, file) => [path, file]))
  const known = new Map<string, number>()
  return {
    find(file, specifier) {
      const directory = posix.dirname(paths[file] ?? '')
      const id = `${directory}\n${specifier}`
      const answer = known.get(id) ?? find(directory, specifier)
      known.set(id, answer)
      return answer
    },
  }

  function find(directory: string, specifier: string): number {
    if (/^\.\.?(?:\/|$)/.test(specifier)) return atPath(posix.join(directory, specifier))
    if (specifier.startsWith('/')) return -1
    for (const path of project.mappedPaths(directory, specifier)) {
      const found = atPath(path)
      if (found >= 0) return found
    }
    for (const { root, target } of project.packageTargets(directory, specifier)) {
      const found = inPackage(root, target)
      if (found >= 0) return found
    }
    return -1
  }

  function inPackage(root: string, target: string): number {
    const direct = atPath(posix.join(root, target))
    if (direct >= 0) return direct
    if (built.test(target)) {
      for (const folder of ['src/', '']) {
        const found = atPath(posix.join(root, target.replace(built, folder)))
        if (found >= 0) return found
      }
    }
    return atPath(posix.join(root, 'src', target))
  }

  /** A file, what it is compiled from, one of its extensions, or the index of a folder. */
  function atPath(path: string): number {
    const exact = byPath.get(path)
    if (exact !== undefined) return exact
    const extension = posix.extname(path)
    const stem = path.slice(0, path.length - extension.length)
    for (const candidate of [
      ...(sourceOf[extension] ?? []).map((other) => stem + other),
      ...extensions.map((other) => path + other),
      ...extensions.map((other) => posix.join(path, `index${other}`)),
    ]) {
      const found = byPath.get(candidate)
      if (found !== undefined) return found
    }
    const declared = /\.d\.([mc]?)ts$/.exec(path)
    if (declared !== null) return atPath(path.replace(/\.d\.([mc]?)ts$/, `.${declared[1]}ts`))
    const main = project.mainOf(path)
    return main === null ? -1 : inPackage(path, main)
  }
}
