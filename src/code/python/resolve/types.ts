import { absent } from '../../resolve/pair-map.ts'
import { containerSort } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { remember } from './attributes.ts'
import { containerOf, containerValue, entry, integer, watchEntries } from './entries.ts'
import { entryRule } from './entry-rules.ts'
import { onValue, rule } from './rules.ts'
import { sort } from './values.ts'

/** What is made for a type: a container of a kind, a callable, a class. */
type MadeForm = 'elements' | 'values' | 'tuple' | 'result' | 'type'

/** What a subscripted type means, by the last part of its name in `typing`, `collections.abc`, `builtins` and the like. */
const forms: Readonly<Record<string, MadeForm | 'members' | 'first' | 'bound'>> = {
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
  const { values, names } = a
  return formOf(names.text(values.first(external))) === undefined || argument < 0
    ? a.unknown
    : values.of(sort.typeForm, values.first(external), argument)
}

/** Nesting of type arguments that is followed. */
const deepest = 4

/** Adds instances of the types that `type` (a node) holds: what a variable annotated so can be. */
export function addInstances(a: Analysis, type: number, to: number, self: number, depth = 0): void {
  if (type < 0 || to < 0 || depth > deepest) return
  if (a.memos.typed.get(type, to) !== absent) return
  a.memos.typed.set(type, to, 1)
  a.when(type, rule.instance, to, self, depth)
}

/** Adds what is of the type that a value is. */
export function addInstance(a: Analysis, value: number, to: number, self: number, depth: number): void {
  const { values, solver, names } = a
  const first = values.first(value)
  switch (values.kind(value)) {
    case sort.class:
      solver.add(to, values.of(sort.instance, first))
      return
    case sort.typeForm:
      addForm(a, names.text(first), values.second(value), to, self, depth + 1)
      return
    case sort.external: {
      const dotted = names.text(first)
      if (/(^|\.)Self$/.test(dotted)) {
        if (self >= 0) solver.copy(self, to)
      } else if (formOf(dotted) === undefined && dotted !== '?' && dotted !== 'typing.Any') solver.add(to, a.unknown)
      return
    }
    case sort.container:
      // Several types: a union's members, or the parameters of `Callable[[…], …]`.
      addInstances(a, a.containers.all(first), to, self, depth + 1)
      return
    default:
  }
}

/** Values of a subscripted type; what it stands for is made once, however often it is written or arrives. */
function addForm(a: Analysis, dotted: string, argument: number, to: number, self: number, depth: number): void {
  const form = formOf(dotted)
  if (form === 'members' || form === 'bound') addInstances(a, argument, to, self, depth)
  else if (form === 'first') addInstances(a, typeArgument(a, argument, 0), to, self, depth)
  else if (form !== undefined)
    a.solver.copy(
      remember(a, a.memos[form], argument, self, (node) => makeForm(a, form, argument, node, self, depth)),
      to,
    )
}

function makeForm(a: Analysis, form: MadeForm, argument: number, to: number, self: number, depth: number): void {
  const { solver, values, containers } = a
  switch (form) {
    case 'elements': {
      const list = containers.make(containerSort.list)
      addInstances(a, typeArgument(a, argument, 0), containers.rest(list), self, depth)
      solver.add(to, containerValue(a, list))
      return
    }
    case 'values': {
      const made = containers.make(containerSort.dict)
      addInstances(a, typeArgument(a, argument, 1), containers.rest(made), self, depth)
      addInstances(a, typeArgument(a, argument, 0), containers.keys(made), self, depth)
      solver.add(to, containerValue(a, made))
      return
    }
    case 'tuple': {
      const tuple = containers.make(containerSort.tuple)
      onValue(a, argument, (value) => {
        const several = containerOf(a, value)
        if (several < 0) addInstances(a, argument, containers.rest(tuple), self, depth)
        else watchEntries(a, several, entryRule.types, tuple, self, depth)
      })
      solver.add(to, containerValue(a, tuple))
      return
    }
    case 'result': {
      const result = solver.node()
      addInstances(a, typeArgument(a, argument, -1), result, self, depth)
      solver.add(to, values.of(sort.callable, result))
      return
    }
    case 'type':
      onValue(a, argument, (value) => {
        if (values.kind(value) === sort.class) solver.add(to, value)
      })
      return
  }
}

/** Node of the n-th type argument (-1: the last); a single argument stands for itself. */
function typeArgument(a: Analysis, argument: number, index: number): number {
  return remember(a, a.memos.typeArgument, argument, index, (node) => a.when(argument, rule.typeArgument, node, index))
}

export function addTypeArgument(a: Analysis, value: number, to: number, index: number): void {
  const { containers, solver } = a
  const several = containerOf(a, value)
  if (several < 0 || containers.sort(several) !== containerSort.tuple) {
    if (index <= 0) solver.add(to, value)
  } else solver.copy(entry(a, several, integer(a, index < 0 ? containers.length(several) + index : index)), to)
}
