import { absent, type PairMap } from '../../resolve/pair-map.ts'
import { containerSort } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { containerValue, entry, integer, listFrom, readAtKeys, writeEntry } from './entries.ts'
import { invoke } from './invoke.ts'
import { onValue, rule } from './rules.ts'
import { sort } from './values.ts'

/** What methods of the built-in containers do, by their names. */
const effects: Readonly<Record<string, Effect>> = {
  append: 'store',
  add: 'store',
  appendleft: 'store',
  put: 'store',
  put_nowait: 'store',
  insert: 'insert',
  extend: 'extend',
  update: 'extend',
  union: 'extend',
  extendleft: 'extend',
  setdefault: 'setdefault',
  get: 'get',
  pop: 'get',
  popleft: 'any',
  get_nowait: 'any',
  __next__: 'any',
  send: 'any',
  __getitem__: 'any',
  popitem: 'pair',
  items: 'items',
  values: 'values',
  keys: 'keys',
  copy: 'itself',
  __iter__: 'itself',
  __enter__: 'itself',
  __aiter__: 'itself',
  sort: 'sort',
}

type Effect =
  | 'store'
  | 'insert'
  | 'extend'
  | 'setdefault'
  | 'get'
  | 'any'
  | 'pair'
  | 'items'
  | 'values'
  | 'keys'
  | 'itself'
  | 'sort'

/** What a method of a built-in container does with the values it is given; the result goes to `to` (-1: nobody looks). */
export function callContainerMethod(a: Analysis, method: number, list: number, to: number): void {
  const { solver, containers, values, names } = a
  const given = a.arguments
  const value = values.first(method)
  const container = values.first(value)
  const first = given.positional(list, 0)
  const second = given.positional(list, 1)
  const give = (result: number) => {
    if (to >= 0) solver.add(to, result)
  }
  const store = (node: number) => {
    if (node >= 0) solver.copy(node, containers.rest(container))
  }
  const text = names.text(values.second(method))
  switch (Object.hasOwn(effects, text) ? effects[text] : undefined) {
    case 'store':
      store(first)
      return
    case 'insert':
      store(second)
      return
    case 'extend':
      a.when(first, rule.copyEntries, container)
      for (let k = 0; k < given.keywords(list); k++)
        writeEntry(a, container, values.of(sort.text, given.keywordName(list, k)), given.keywordNode(list, k))
      give(value)
      return
    case 'setdefault':
      store(second)
      if (to >= 0) solver.copy(containers.all(container), to)
      return
    case 'get':
      if (to < 0) return
      if (second >= 0) solver.copy(second, to)
      readAtKeys(a, container, first, to)
      return
    case 'any':
      if (to >= 0) solver.copy(containers.all(container), to)
      return
    case 'pair':
      if (to >= 0) give(pairOf(a, container))
      return
    case 'items':
      if (to >= 0) give(once(a.memos.items, container, () => listOf(a, pairOf(a, container))))
      return
    case 'values':
      if (to >= 0) give(once(a.memos.entries, container, () => listFrom(a, containers.all(container))))
      return
    case 'keys':
      if (to >= 0) give(once(a.memos.keys, container, () => listFrom(a, containers.keys(container))))
      return
    case 'itself':
      give(value)
      return
    case 'sort':
      onValue(a, given.keywordNode(list, 0), (fn) =>
        invoke(a, fn, given.ofPositionals(containers.all(container)), -1, -1, 0),
      )
      return
    default:
      give(a.unknown)
  }
}

/** A value made once for a container. */
function once(memo: PairMap, container: number, make: () => number): number {
  const known = memo.get(container, 0)
  if (known !== absent) return known
  const made = make()
  memo.set(container, 0, made)
  return made
}

/** The tuple of a key and what lies under it. */
function pairOf(a: Analysis, container: number): number {
  const { containers, solver } = a
  return once(a.memos.pair, container, () => {
    const pair = containers.make(containerSort.tuple, 2)
    solver.copy(containers.keys(container), entry(a, pair, integer(a, 0)))
    solver.copy(containers.all(container), entry(a, pair, integer(a, 1)))
    return containerValue(a, pair)
  })
}

/** A list of one value. */
function listOf(a: Analysis, value: number): number {
  const list = a.containers.make(containerSort.list)
  a.solver.add(a.containers.rest(list), value)
  return containerValue(a, list)
}
