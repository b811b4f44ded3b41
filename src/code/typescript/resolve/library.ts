import type { Callable, CallSite, Evaluator } from './evaluator.ts'
import { type LibraryValue, library, nothing, union, type Value, type Values } from './values.ts'

/** Members of arrays, promises, maps and the like that hand on what they hold. All others give nothing that is of interest. */

const sameArray = new Set('concat filter reverse slice sort splice toReversed toSorted toSpliced with fill'.split(' '))
const oneElement = new Set('at find findLast pop shift'.split(' '))
const perElement = new Set('every filter find findIndex findLast findLastIndex flatMap forEach map some'.split(' '))
const iterables = new Set(
  'Array Set Iterable Iterator IterableIterator Generator AsyncIterable AsyncIterator AsyncGenerator AsyncIterableIterator ReadonlySet'.split(
    ' ',
  ),
)
const promises = new Set(['Promise', 'PromiseLike'])
const maps = new Set(['Map', 'ReadonlyMap', 'WeakMap', 'Record'])

export function awaited(e: Evaluator, value: Value): Values {
  if (value.kind !== 'library' || !promises.has(value.name)) return [value]
  return union((value.given[0] ?? nothing).map((each) => awaited(e, each)))
}

export function elementOf(e: Evaluator, value: Value): Values {
  if (value.kind === 'library' && iterables.has(value.name)) return value.given[0] ?? nothing
  if (value.kind === 'library' && (value.name === 'Map' || value.name === 'ReadonlyMap')) return entryOf(value.given)
  if (value.kind === 'external') return [value]
  const iterators = e.members(value, '[Symbol.iterator]').flatMap((member) => member.values())
  return union(
    iterators.flatMap((iterator) =>
      e.callables(iterator, null).flatMap((callable) => callable.result().map((made) => elementOf(e, made))),
    ),
  )
}

/** Item at a position; -1: any. */
export function itemOf(e: Evaluator, value: Value, position: number): Values {
  if (value.kind === 'external') return [value]
  if (value.kind === 'shape') {
    const index = e.program.shape(value.file, value.shape)?.index ?? -1
    return e.type(value.file, index, value.env)
  }
  if (value.kind === 'object') {
    const form = e.program.expression(value.file, value.expression)
    return form[0] === 'object' ? union(form[1].map(([, member]) => e.expression(value.file, member))) : nothing
  }
  if (value.kind !== 'library') return nothing
  if (value.name === 'Record') return value.given[1] ?? nothing
  return (position < 0 ? undefined : value.items?.[position]) ?? value.given[0] ?? nothing
}

function entryOf(given: readonly Values[]): Values {
  const items = [given[0] ?? nothing, given[1] ?? nothing]
  return [{ kind: 'library', name: 'Array', given: [union(items)], items }]
}

/** How a method of the library takes its callback, and what it gives. */
export function libraryMethod(
  e: Evaluator,
  { value, name, call }: { value: LibraryValue; name: string; call: CallSite | null },
): Callable {
  const [first = nothing, second = nothing] = value.given
  const argument = (position: number): Values => {
    const index = call?.given[position]
    return call === null || index === undefined ? nothing : e.expression(call.file, index)
  }
  const resultOfArgument = (position: number): Values =>
    union(argument(position).flatMap((each) => e.callables(each, null).map((callable) => callable.result())))
  const callback = (...parameters: Values[]): Values => library(callbackName, ...parameters)
  if (promises.has(value.name)) {
    const payload = union(first.map((each) => awaited(e, each)))
    const thenResult = () => library('Promise', union(resultOfArgument(0).map((each) => awaited(e, each))))
    return {
      parameter: (position) => (name === 'then' && position === 0 ? callback(payload) : nothing),
      result: () => (name === 'then' ? thenResult() : name === 'catch' || name === 'finally' ? [value] : nothing),
    }
  }
  if (maps.has(value.name)) {
    const results: Readonly<Record<string, () => Values>> = {
      get: () => second,
      set: () => [value],
      values: () => library('Iterable', second),
      keys: () => library('Iterable', first),
      entries: () => library('Iterable', entryOf(value.given)),
    }
    return {
      parameter: () => (name === 'forEach' ? callback(second, first) : nothing),
      result: () => results[name]?.() ?? nothing,
    }
  }
  if (!iterables.has(value.name))
    return { parameter: () => nothing, result: () => staticResult(e, value.name, name, argument) }
  return {
    parameter(position) {
      if (position !== 0) return nothing
      if (perElement.has(name)) return callback(first, library('number'), [value])
      if (name === 'sort' || name === 'toSorted') return callback(first, first)
      return name.startsWith('reduce') ? callback(call?.given.length === 1 ? first : argument(1), first) : nothing
    },
    result() {
      if (sameArray.has(name)) return library(value.name, first)
      if (oneElement.has(name)) return first
      if (name === 'map') return library('Array', resultOfArgument(0))
      if (name === 'flatMap' || name === 'flat') {
        const inner = name === 'flat' ? first : resultOfArgument(0)
        return library('Array', union(inner.map((each) => elementOf(e, each))))
      }
      if (name.startsWith('reduce')) return call?.given.length === 1 ? first : argument(1)
      if (name === 'values') return library('Iterable', first)
      if (name === 'entries') return library('Iterable', entryOf([library('number'), first]))
      if (name === 'next') return library('IteratorResult', first)
      return nothing
    },
  }
}

/** What functions of `Object`, `Array` and `Promise` give. */
function staticResult(e: Evaluator, owner: string, name: string, argument: (position: number) => Values): Values {
  const held = () => union(argument(0).map((value) => itemOf(e, value, -1)))
  switch (`${owner}.${name}`) {
    case 'typeof Object.values':
      return library('Array', held())
    case 'typeof Object.entries':
      return library('Array', entryOf([library('string'), held()]))
    case 'typeof Object.assign':
    case 'typeof Object.freeze':
      return argument(0)
    case 'typeof Array.from':
      return library('Array', union(argument(0).map((value) => elementOf(e, value))))
    case 'typeof Array.of':
      return library('Array', argument(0))
    case 'typeof Promise.resolve':
      return library('Promise', union(argument(0).map((value) => awaited(e, value))))
    case 'typeof Promise.all':
      return union(argument(0).map(allAwaited))
    case 'typeof Promise.race':
    case 'typeof Promise.any':
      return library('Promise', union(held().map((value) => awaited(e, value))))
    default:
      return nothing
  }

  function allAwaited(value: Value): Values {
    if (value.kind !== 'library') return nothing
    const settle = (list: Values) => union(list.map((each) => awaited(e, each)))
    const given = [settle(value.given[0] ?? nothing)]
    return library('Promise', [{ ...value, given, ...(value.items ? { items: value.items.map(settle) } : {}) }])
  }
}

/** A function type that the library expects: its parameters' values are its arguments. No source can spell it. */
const callbackName = '<callback>'

export function libraryCallable(value: LibraryValue): Callable | null {
  if (value.name !== callbackName) return null
  return { parameter: (position) => value.given[position] ?? nothing, result: () => nothing }
}
