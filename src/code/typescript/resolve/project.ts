import { posix } from 'node:path'
import { z } from 'zod'

/** What `tsconfig.json` and `package.json` files say about where modules are. Anything odd in them is left out. */
export interface Project {
  /** Paths that `paths` or `baseUrl` of the nearest tsconfig give a specifier, best first. */
  mappedPaths(directory: string, specifier: string): string[]
  /** Where a package of this repository may hold what the specifier asks for. */
  packageTargets(directory: string, specifier: string): { readonly root: string; readonly target: string }[]
  /** The main module of the package in a folder. */
  mainOf(folder: string): string | null
}

const exportTarget: z.ZodType<unknown> = z.unknown()
const packageSchema = z
  .object({
    name: z.string(),
    main: z.string(),
    module: z.string(),
    types: z.string(),
    exports: exportTarget,
    imports: z.record(z.string(), exportTarget),
  })
  .partial()
const configSchema = z
  .object({
    extends: z.union([z.string(), z.array(z.string())]),
    compilerOptions: z.object({ baseUrl: z.string(), paths: z.record(z.string(), z.array(z.string())) }).partial(),
  })
  .partial()
type Package = z.infer<typeof packageSchema>
type Config = z.infer<typeof configSchema>

interface Mapping {
  readonly base: string | null
  readonly paths: Readonly<Record<string, readonly string[]>>
  /** Folder that `paths` are relative to. */
  readonly root: string
}

/** `settings`: parsed JSON by path. */
export function createProject(settings: ReadonlyMap<string, unknown>): Project {
  const packages = new Map<string, Package>()
  const configs = new Map<string, Config>()
  for (const [path, json] of settings) {
    if (posix.basename(path) === 'package.json') {
      const read = packageSchema.safeParse(json)
      if (read.success) packages.set(posix.dirname(path), read.data)
    } else {
      const read = configSchema.safeParse(json)
      if (read.success) configs.set(path, read.data)
    }
  }
  const byName = new Map(
    [...packages].flatMap(([root, { name }]) => (name === undefined ? [] : [[name, root] as const])),
  )
  return { mappedPaths, packageTargets, mainOf }

  function mappedPaths(directory: string, specifier: string): string[] {
    const mapping = mappingOf(directory)
    if (mapping === null) return []
    const found: string[] = []
    for (const [pattern, targets] of Object.entries(mapping.paths)) {
      const star = matchStar(pattern, specifier)
      if (star !== null) found.push(...targets.map((target) => posix.join(mapping.root, target.replace('*', star))))
    }
    if (mapping.base !== null) found.push(posix.join(mapping.base, specifier))
    return found
  }

  /** Of the nearest tsconfig or jsconfig above a folder that says something. */
  function mappingOf(directory: string): Mapping | null {
    for (let folder = directory; ; folder = posix.dirname(folder)) {
      for (const name of ['tsconfig.json', 'jsconfig.json']) {
        const path = posix.join(folder, name)
        const mapping = configs.has(path) ? readMapping(path, new Set()) : null
        if (mapping !== null) return mapping
      }
      if (folder === '.' || folder === '/') return null
    }
  }

  function readMapping(path: string, seen: Set<string>): Mapping | null {
    const config = configs.get(path)
    if (config === undefined || seen.has(path)) return null
    seen.add(path)
    const folder = posix.dirname(path)
    const { baseUrl, paths } = config.compilerOptions ?? {}
    if (baseUrl !== undefined || paths !== undefined) {
      const base = baseUrl === undefined ? null : posix.join(folder, baseUrl)
      return { base, paths: paths ?? {}, root: base ?? folder }
    }
    for (const parent of [config.extends ?? []].flat()) {
      const target = posix.join(folder, parent)
      const mapping = readMapping(target, seen) ?? readMapping(`${target}.json`, seen)
      if (mapping !== null) return mapping
    }
    return null
  }

  function packageTargets(directory: string, specifier: string): { root: string; target: string }[] {
    if (specifier.startsWith('#')) {
      const root = packageAbove(directory)
      if (root === null) return []
      return targetsIn(packages.get(root)?.imports ?? {}, specifier).map((target) => ({ root, target }))
    }
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
    const root = byName.get(name)
    if (root === undefined) return []
    const rest = specifier.slice(name.length + 1)
    const { exports } = packages.get(root) ?? {}
    const targets = rest === '' ? mainsOf(root) : [...targetsIn(exports, `./${rest}`), rest]
    return targets.map((target) => ({ root, target }))
  }

  function packageAbove(directory: string): string | null {
    for (let folder = directory; ; folder = posix.dirname(folder)) {
      if (packages.has(folder)) return folder
      if (folder === '.' || folder === '/') return null
    }
  }

  function mainsOf(root: string): string[] {
    const { exports, main, module, types } = packages.get(root) ?? {}
    const declared = [types, module, main].filter((target) => target !== undefined)
    return [...targetsIn(exports, '.'), ...declared, 'index', 'src/index']
  }

  function mainOf(folder: string): string | null {
    const { types, module, main } = packages.get(folder) ?? {}
    return types ?? module ?? main ?? null
  }
}

/** All targets that an `exports` or `imports` map gives a name, whatever the condition. */
function targetsIn(map: unknown, name: string): string[] {
  if (typeof map === 'string') return name === '.' ? [map] : []
  if (map === null || typeof map !== 'object') return []
  const entries = Object.entries(map)
  if (name === '.' && !entries.some(([key]) => key.startsWith('.'))) return stringsIn(map)
  return entries.flatMap(([pattern, target]) => {
    const star = matchStar(pattern, name)
    return star === null ? [] : stringsIn(target).map((each) => each.replaceAll('*', star))
  })
}

function stringsIn(target: unknown): string[] {
  if (typeof target === 'string') return [target]
  if (target === null || typeof target !== 'object') return []
  return Object.values(target).flatMap(stringsIn)
}

/** What `*` stands for (empty where the pattern has none), or null. */
function matchStar(pattern: string, text: string): string | null {
  const at = pattern.indexOf('*')
  if (at < 0) return pattern === text ? '' : null
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + 1)]
  const isMatch = text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after)
  return isMatch ? text.slice(before.length, text.length - after.length) : null
}
