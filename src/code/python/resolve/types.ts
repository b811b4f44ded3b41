import { containerSort } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { remember } from './attributes.ts'
import { allOf, containerOf, entry, integer, keysOf, makeContainer, watchEntries } from './containers.ts'
import { sort } from './values.ts'

/** What a subscripted type means, by the last part of its name in `typing`, `collections.abc`, `builtins` and the like. */
const forms: Readonly<
  Record<string, 'members' | 'first' | 'elements' | 'values' | 'tuple' | 'result' | 'type' | 'bound'>
> = {
  Optional: 'members',
  Union: 'members',
  Annotated: 'first',
  Final: 'first',
  ClassVar: 'first',
  Required: 'first',
  NotRequired: 'first',
  ReadOnly: 'first',
  Awaitable: 'first',
  TypeGuard: 'first',
  list: 'elements',
  List: 'elements',
  set: 'elements',
  Set: 'elements',
  frozenset: 'elements',
  FrozenSet: 'elements',
  deque: 'elements',
  Deque: 'elements',
  Sequence: 'elements',
  MutableSequence: 'elements',
  Iterable: 'elements',
  Iterator: 'elements',
  Collection: 'elements',
  AbstractSet: 'elements',
  MutableSet: 'elements',
  Generator: 'elements',
  AsyncGenerator: 'elements',
  AsyncIterator: 'elements',
  AsyncIterable: 'elements',
  Reversible: 'elements',
  Container: 'elements',
  ContextManager: 'elements',
  AbstractContextManager: 'elements',
  AsyncContextManager: 'elements',
  AbstractAsyncContextManager: 'elements',
  Queue: 'elements',
  dict: 'values',
  Dict: 'values',
  Mapping: 'values',
  MutableMapping: 'values',
  defaultdict: 'values',
  DefaultDict: 'values',
  OrderedDict: 'values',
  ChainMap: 'values',
  WeakValueDictionary: 'values',
  tuple: 'tuple',
  Tuple: 'tuple',
  Callable: 'result',
  Coroutine: 'result',
  type: 'type',
  Type: 'type',
  TypeVar: 'bound',
}

function formOf(dotted: string): (typeof forms)[string] | undefined {
  const last = dotted.slice(dotted.lastIndexOf('.') + 1)
  return Object.hasOwn(forms, last) ? forms[last] : undefined
}

/** Value of a subscripted name from outside the repository, such as `typing.Optional[X]`. */
export function subscripted(a: Analysis, external: number, argument: number): number {
  return formOf(a.externalName(external)) === undefined || argument < 0
    ? a.unknown
    : a.values.of(sort.typeForm, a.values.first(external), argument)
}

/** Nesting of type arguments that is followed. */
const deepest = 4

/** Adds instances of the types that `type` (a node) holds: what a variable annotated so can be. */
export function addInstances(a: Analysis, type: number, to: number, self: number, depth = 0): void {
  if (type < 0 || to < 0 || depth > deepest) return
  const pair = type * 2 ** 26 + to
  if (a.memos.typed.has(pair)) return
  a.memos.typed.set(pair, 0)
  const { values, solver } = a
  a.onValue(type, (value) => {
    const first = values.first(value)
    switch (values.kind(value)) {
      case sort.class:
        solver.add(to, values.of(sort.instance, first))
        return
      case sort.typeForm:
        addForm(a, a.nameText(first), values.second(value), to, self, depth + 1)
        return
      case sort.external: {
        const dotted = a.externalName(value)
        if (/(^|\.)Self$/.test(dotted)) {
          if (self >= 0) solver.copy(self, to)
        } else if (formOf(dotted) === undefined && dotted !== '?' && dotted !== 'typing.Any') solver.add(to, a.unknown)
        return
      }
      case sort.container: {
        // Several types: a union's members, or the parameters of `Callable[[…], …]`.
        const container = containerOf(a, value)
        if (container !== undefined) addInstances(a, allOf(a, container), to, self, depth + 1)
        return
      }
      default:
    }
  })
}

/** Values of a subscripted type; what it stands for is made once, however often it is written or arrives. */
function addForm(a: Analysis, dotted: string, argument: number, to: number, self: number, depth: number): void {
  const form = formOf(dotted)
  if (form === 'members' || form === 'bound') addInstances(a, argument, to, self, depth)
  else if (form === 'first') addInstances(a, nth(a, argument, 0), to, self, depth)
  else
    a.solver.copy(
      remember(a, `form${form}.${argument}.${self}`, (node) => makeForm(a, form, argument, node, self, depth)),
      to,
    )
}

function makeForm(
  a: Analysis,
  form: ReturnType<typeof formOf>,
  argument: number,
  to: number,
  self: number,
  depth: number,
): void {
  const { solver, values } = a
  switch (form) {
    case 'elements': {
      const container = makeContainer(a, containerSort.list)
      addInstances(a, nth(a, argument, 0), containerOf(a, container)?.rest ?? -1, self, depth)
      solver.add(to, container)
      return
    }
    case 'values': {
      const container = makeContainer(a, containerSort.dict)
      const made = containerOf(a, container)
      addInstances(a, nth(a, argument, 1), made?.rest ?? -1, self, depth)
      addInstances(a, nth(a, argument, 0), made === undefined ? -1 : keysOf(a, made), self, depth)
      solver.add(to, container)
      return
    }
    case 'tuple': {
      const container = makeContainer(a, containerSort.tuple)
      const made = containerOf(a, container)
      if (made === undefined) return
      a.onValue(argument, (value) => {
        const several = containerOf(a, value)
        if (several === undefined) addInstances(a, argument, made.rest, self, depth)
        else
          watchEntries(several, (key, node) => {
            if (values.kind(key) === sort.integer)
              addInstances(a, node, entry(a, made, integer(a, values.first(key))), self, depth)
          })
      })
      solver.add(to, container)
      return
    }
    case 'result': {
      const result = solver.node()
      addInstances(a, nth(a, argument, -1), result, self, depth)
      solver.add(to, values.of(sort.callable, result))
      return
    }
    case 'type':
      a.onValue(argument, (value) => {
        if (values.kind(value) === sort.class) solver.add(to, value)
      })
      return
    default:
  }
}

/** Node of the n-th type argument (-1: the last); a single argument stands for itself. */
function nth(a: Analysis, argument: number, index: number): number {
  return remember(a, `nth${index}.${argument}`, (node) =>
    a.onValue(argument, (value) => {
      const several = containerOf(a, value)
      if (several === undefined || several.sort !== containerSort.tuple) {
        if (index <= 0) a.solver.add(node, value)
      } else a.solver.copy(entry(a, several, integer(a, index < 0 ? several.length + index : index)), node)
    }),
  )
}
