import type { Evaluator } from './evaluator.ts'
import { noEnvironment, type Value } from './values.ts'

/** Who may stand behind an interface: classes that implement it, and object literals where it is expected. */
export interface Implementers {
  /** Functions of that name in whatever implements the value's type. */
  of(value: Value, name: string): readonly { readonly file: number; readonly fn: number }[]
}

export function createImplementers(e: Evaluator): Implementers {
  let byShape: Map<string, Value[]> | undefined
  return {
    of(value, name) {
      if (value.kind !== 'shape') return []
      byShape ??= findAll()
      const found = (byShape.get(keyOf(value)) ?? []).flatMap((each) => e.members(each, name))
      return found.flatMap(({ fn, accessor }) => (fn === null || accessor !== null ? [] : [fn]))
    },
  }

  function findAll(): Map<string, Value[]> {
    const found = new Map<string, Value[]>()
    const put = (type: Value, value: Value, depth: number): void => {
      if (type.kind !== 'shape' || depth > 8) return
      found.set(keyOf(type), [...(found.get(keyOf(type)) ?? []), value])
      for (const base of e.program.shape(type.file, type.shape)?.bases ?? [])
        for (const each of e.type(type.file, base, type.env)) put(each, value, depth + 1)
    }
    e.program.flows.forEach(({ classes, objects }, file) => {
      classes.forEach(({ implemented }, cls) => {
        for (const type of implemented)
          for (const each of e.type(file, type, noEnvironment))
            put(each, { kind: 'instance', file, cls, env: noEnvironment }, 0)
      })
      for (const [expression, context] of objects)
        for (const each of e.context(file, context)) put(each, { kind: 'object', file, expression }, 0)
    })
    return found
  }
}

function keyOf(value: Value & { kind: 'shape' }): string {
  return `${value.file}:${value.shape}`
}
