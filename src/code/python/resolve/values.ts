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
  /** container, see `Containers` */
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

/** Second parts are numbered below this. */
const part = 2 ** 24

export function createValues(): Values {
  /** By kind: values whose second part is 0 by their first part, the others by both. */
  const plain: (number | undefined)[][] = []
  const paired: Map<number, number>[] = []
  for (let kind = 0; kind <= sort.namespace; kind++) {
    plain.push([])
    paired.push(new Map())
  }
  const kinds: number[] = []
  const firsts: number[] = []
  const seconds: number[] = []
  return {
    of(kind, first, second = 0) {
      const list = second === 0 && kind !== sort.typeForm && kind !== sort.callable ? plain[kind] : undefined
      const key = list === undefined ? first * part + second : first
      const known = list === undefined ? paired[kind]?.get(key) : list[key]
      if (known !== undefined) return known
      const value = kinds.length
      kinds.push(kind)
      firsts.push(first)
      seconds.push(second)
      if (list === undefined) paired[kind]?.set(key, value)
      else {
        while (list.length < key) list.push(undefined)
        list[key] = value
      }
      return value
    },
    kind: (value) => kinds[value] ?? 0,
    first: (value) => firsts[value] ?? 0,
    second: (value) => seconds[value] ?? 0,
  }
}
