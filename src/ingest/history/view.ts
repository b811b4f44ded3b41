/** A function through all its names. `path` and `key` say where it was last. */
export interface FunctionLineage {
  path: string
  key: string
  /** Places that it left, null for none. */
  former: Set<string> | null
  /** Among all of a history, by first appearance in a step; -1 before that. */
  number: number
}

export interface FileLineage {
  path: string
  /** As of functions. */
  number: number
}

export const newFile = (path: string): FileLineage => ({ path, number: -1 })

/** Where a lineage stands in a view; one that was deleted stays known, so that it is the same when it is added again. */
export interface Standing {
  readonly lineage: FunctionLineage
  readonly alive: boolean
}

export interface FileView {
  readonly file: FileLineage
  readonly functions: ReadonlyMap<string, Standing>
}

/**
 * Which lineage every function of one commit belongs to, by path and key. Views of several commits share the files in
 * which they do not differ: forking one costs as much as there are files, changing one as much as the changed file.
 */
export interface View {
  get(path: string): FileView | undefined
  paths(): Iterable<string>
  fork(): View
  /** Puts a file in the place of what was there. */
  put(path: string, file: FileView): void
  remove(path: string): void
  set(path: string, key: string, standing: Standing): void
  unset(path: string, key: string): void
}

interface OwnFileView extends FileView {
  readonly functions: Map<string, Standing>
}

export function createView(files: ReadonlyMap<string, FileView> = new Map()): View {
  const byPath = new Map(files)
  /** Files that no other view shares. */
  let own = new Set<FileView>()

  function writable(path: string): OwnFileView {
    const file = byPath.get(path)
    if (file !== undefined && own.has(file)) return file as OwnFileView
    const copy = { file: file?.file ?? newFile(path), functions: new Map(file?.functions) }
    byPath.set(path, copy)
    own.add(copy)
    return copy
  }

  return {
    get: (path) => byPath.get(path),
    paths: () => byPath.keys(),
    fork() {
      own = new Set()
      return createView(byPath)
    },
    put: (path, file) => void byPath.set(path, file),
    remove: (path) => void byPath.delete(path),
    set: (path, key, standing) => void writable(path).functions.set(key, standing),
    unset: (path, key) => void writable(path).functions.delete(key),
  }
}
