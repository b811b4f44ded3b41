import { linearize } from '../../resolve/linearize.ts'
import { absent } from '../../resolve/pair-map.ts'
import { op } from '../flow/flow-facts.ts'
import type { Definitions } from './definitions.ts'
import type { ModuleMap } from './modules.ts'
import type { Program } from './program.ts'

export interface ClassHierarchy {
  /** Classes of the repository in method resolution order, the class itself first. */
  readonly order: readonly (readonly number[])[]
  /** Direct bases within the repository. */
  readonly bases: readonly (readonly number[])[]
  /** Classes that have a class in their `order`, itself apart. */
  readonly descendants: readonly (readonly number[])[]
  /** Whether a class inherits from something outside the repository whose attributes are not known. */
  isOpaque(cls: number): boolean
  isEnumeration(cls: number): boolean
  /** What a register means where that can be read off without following values. */
  meaning(register: number): Meaning
}

export type Meaning =
  | { readonly class: number }
  | { readonly function: number }
  | { readonly module: number }
  | { readonly external: string }
  | null

/** Bases that add no attributes a program would call by name. */
const transparentBases = new Set([
  'builtins.object',
  'abc.ABC',
  'typing.Generic',
  'typing.Protocol',
  'typing_extensions.Protocol',
  'typing_extensions.Generic',
])
const enumBases = new Set(['enum.Enum', 'enum.IntEnum', 'enum.StrEnum', 'enum.Flag', 'enum.IntFlag'])

const deepest = 24

/** Finds the bases of every class: names, imports, attributes of modules and classes, subscripted generics. */
export function resolveHierarchy(
  program: Program,
  modules: ModuleMap,
  { first: definedBy, next: nextDefinition }: Definitions,
): ClassHierarchy {
  const { code, at } = program
  const bases: number[][] = []
  const opaque = new Uint8Array(program.classes.length)
  const enumeration = new Uint8Array(program.classes.length)
  program.classes.forEach((declared, cls) => {
    const own: number[] = []
    for (const register of declared.bases) {
      const base = meaning(register, 0)
      if (base !== null && 'class' in base) own.push(base.class)
      else {
        const external = base !== null && 'external' in base ? base.external : '?'
        if (!transparentBases.has(external)) opaque[cls] = 1
        if (enumBases.has(external)) enumeration[cls] = 1
      }
    }
    bases.push(own)
  })
  const order = linearize(bases)
  const descendants: number[][] = program.classes.map(() => [])
  order.forEach((line, index) => {
    for (const ancestor of line) if (ancestor !== index) descendants[ancestor]?.push(index)
  })
  return {
    order,
    bases,
    descendants,
    isOpaque: (cls) => inherits(opaque, cls),
    isEnumeration: (cls) => inherits(enumeration, cls),
    meaning: (register) => meaning(register, 0),
  }

  function inherits(flags: Uint8Array, cls: number): boolean {
    for (const ancestor of order[cls] ?? []) if (flags[ancestor] === 1) return true
    return false
  }

  function meaning(register: number, depth: number): Meaning {
    if (register < 0 || depth > deepest) return null
    for (let i = definedBy[register] ?? -1; i >= 0; i = nextDefinition[i] ?? -1) {
      const found = result(i, depth + 1)
      if (found !== null) return found
    }
    return null
  }

  function result(i: number, depth: number): Meaning {
    const p = at[i] ?? 0
    const file = program.fileOf[i] ?? 0
    switch (code[p]) {
      case op.copy:
      case op.decorated:
        return (
          (code[p] === op.decorated ? meaning(code[p + 3] ?? -1, depth) : null) ?? meaning(code[p + 2] ?? -1, depth)
        )
      case op.item:
        return meaning(code[p + 2] ?? -1, depth)
      case op.function:
        return { function: code[p + 2] ?? -1 }
      case op.class:
        return { class: code[p + 2] ?? -1 }
      case op.global: {
        const name = code[p + 2] ?? -1
        return fromStars(file, name, depth) ?? { external: `builtins.${program.names[name]}` }
      }
      case op.import: {
        const dotted = program.names[code[p + 2] ?? -1] ?? ''
        const bound = code[p + 3] === 1 ? (dotted.split('.', 1)[0] ?? '') : dotted
        const module = modules.absolute(file, bound)
        return module >= 0 ? { module } : module === -1 ? { external: bound } : null
      }
      case op.from:
        return imported(file, code[p + 2] ?? 0, code[p + 3] ?? -1, code[p + 4] ?? -1, depth)
      case op.attribute: {
        const name = code[p + 3] ?? -1
        const object = meaning(code[p + 2] ?? -1, depth)
        if (object === null) return null
        if ('external' in object) return { external: `${object.external}.${program.names[name]}` }
        if ('module' in object) return member(object.module, name, depth)
        if ('function' in object) return null
        return meaning(program.attribute(object.class, name), depth)
      }
      case op.call: {
        // `with_metaclass(Meta, Base)` and the like: a class among the arguments stands for the result.
        const count = code[p + 4] ?? 0
        for (let k = count - 1; k >= 1; k--) {
          const argument = meaning(code[p + 5 + k] ?? -1, depth)
          if (argument !== null && 'class' in argument) return argument
        }
        return null
      }
      default:
        return null
    }
  }

  function imported(file: number, level: number, module: number, name: number, depth: number): Meaning {
    const dotted = module < 0 ? '' : (program.names[module] ?? '')
    const text = program.names[name] ?? ''
    const found = level > 0 ? modules.relative(file, level, dotted) : modules.absolute(file, dotted)
    if (found >= 0 && found !== file) {
      const inside = member(found, name, depth)
      if (inside !== null) return inside
    }
    const submodule = modules.submodule(file, level, dotted, text)
    if (submodule >= 0) return { module: submodule }
    return found === -1 ? { external: `${dotted}.${text}` } : null
  }

  function member(module: number, name: number, depth: number): Meaning {
    const register = program.exported(module, name)
    if (register !== absent) return meaning(register, depth)
    const starred = fromStars(module, name, depth)
    if (starred !== null) return starred
    const path = program.paths[module] ?? ''
    if (!path.endsWith('__init__.py')) return null
    const submodule = modules.relative(module, 1, program.names[name] ?? '')
    return submodule >= 0 ? { module: submodule } : null
  }

  function fromStars(file: number, name: number, depth: number): Meaning {
    if (depth > deepest) return null
    const stars = program.modules[file]?.stars ?? []
    for (let k = 0; k < stars.length; k += 2) {
      const level = stars[k] ?? 0
      const dotted = (stars[k + 1] ?? -1) < 0 ? '' : (program.names[stars[k + 1] ?? -1] ?? '')
      const module = level > 0 ? modules.relative(file, level, dotted) : modules.absolute(file, dotted)
      const found = module >= 0 && module !== file ? member(module, name, depth + 1) : null
      if (found !== null) return found
    }
    return null
  }
}
