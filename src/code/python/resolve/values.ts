import { absent, createPairMap } from '../../resolve/pair-map.ts'
import { createRows } from '../../resolve/rows.ts'

/** What a register can hold, as numbers: the same sort with the same parts is the same value. */
export const sort = {
  /** function; frame of the call that made it, 0 for none */
  function: 1,
  /** callable value; receiver value */
  bound: 2,
  class: 3,
  /** class */
  instance: 4,
  /** file */
  module: 5,
  /** number in `Analysis.containers` */
  container: 6,
  text: 7,
  integer: 8,
  /** name (dotted): something outside the repository */
  external: 9,
  /** index in `Analysis.partials` */
  partial: 10,
  /** class whose method it stands in; receiver value */
  super: 11,
  /** index in `Analysis.properties` */
  property: 12,
  /** property value; 0 getter, 1 setter, 2 deleter */
  propertyPart: 13,
  static: 14,
  classMethod: 15,
  /** container value; name of the method */
  containerMethod: 16,
  /** name of the generic type; node of its arguments */
  typeForm: 17,
  /** node of what a call gives */
  callable: 18,
  /** dotted directory name of a package without `__init__`: name; file that imports it */
  namespace: 19,
} as const

export interface Values {
  of(kind: number, first: number, second?: number): number
  kind(value: number): number
  first(value: number): number
  second(value: number): number
}

const kindBits = 5

export function createValues(): Values {
  const known = createPairMap(4096)
  const parts = createRows(3, 4096)
  return {
    of(kind, first, second = 0) {
      const key = (first << kindBits) | kind
      const found = known.get(key, second)
      if (found !== absent) return found
      const value = parts.add(kind, first, second)
      known.set(key, second, value)
      return value
    },
    kind: (value) => parts.get(value, 0),
    first: (value) => parts.get(value, 1),
    second: (value) => parts.get(value, 2),
  }
}
