import { containerSort } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { holding, readAttribute, writeAttribute } from './attributes.ts'
import { containerOf, containerValue, copyEntries, entry, integer, listFrom } from './entries.ts'
import { receiverOf } from './function-table.ts'
import { makeProperty } from './properties.ts'
import { elementsOf } from './protocols.ts'
import { onValue, rule } from './rules.ts'
import { sort } from './values.ts'

/** A call of something outside the repository whose effect on values is known. */
interface ExternalCall {
  readonly a: Analysis
  /** Its arguments, see `ArgumentLists`. */
  readonly list: number
  /** Nodes of the positional ones. */
  readonly positionals: readonly number[]
  readonly to: number
  readonly depth: number
  /** Constraint that makes the call, or -1, and its frame. */
  readonly constraint: number
  readonly frame: number
  /** Node of a positional argument, -1 where there is none. */
  positional(index: number): number
  keyword(name: string): number
  /** Adds to the result. */
  give(value: number): void
  giveNode(node: number): void
}

type Handler = (call: ExternalCall) => void

const returnsArgument: Handler = (call) => {
  if (call.positionals.length > 0) call.giveNode(call.positional(0))
  else call.give(call.a.external('repobrain.identity'))
}

const makesList: Handler = (call) => {
  const { a } = call
  const elements = a.solver.node()
  elementsOf(a, call.positional(0), elements)
  call.give(listFrom(a, elements))
}

const makesDictionary: Handler = (call) => {
  const { a } = call
  const made = a.containers.make(containerSort.dict)
  for (const node of call.positionals)
    onValue(a, node, (source) => {
      const container = containerOf(a, source)
      if (container >= 0 && a.containers.sort(container) === containerSort.dict) copyEntries(a, container, made)
    })
  const given = a.arguments
  for (let k = 0; k < given.keywords(call.list); k++) {
    const node = given.keywordNode(call.list, k)
    if (node >= 0) a.solver.copy(node, entry(a, made, a.values.of(sort.text, given.keywordName(call.list, k))))
  }
  call.give(containerValue(a, made))
}

/** Calls what it is given as `fn` on each element of an iterable; a list of the results. */
function callsOnElements(
  call: ExternalCall,
  fn: number,
  iterables: readonly number[],
  keep: 'results' | 'elements',
): void {
  const { a } = call
  const elements = iterables.map((iterable) => {
    const node = a.solver.node()
    elementsOf(a, iterable, node)
    return node
  })
  const results = a.solver.node()
  a.when(fn, rule.invoke, listOf(a, elements), -1, results, call.depth + 1)
  call.give(listFrom(a, keep === 'results' ? results : (elements[0] ?? -1)))
}

/** `@pytest.fixture`, with or without arguments. */
const fixture: Handler = (call) => {
  if (call.positionals.length === 0) {
    call.give(call.a.external('repobrain.fixture'))
    return
  }
  call.giveNode(call.positional(0))
  onValue(call.a, call.positional(0), (fn) => {
    if (call.a.values.kind(fn) === sort.function) call.a.fixtures.add(call.a.values.first(fn))
  })
}

const property: Handler = (call) => {
  const setter = call.positional(1) >= 0 ? call.positional(1) : call.keyword('fset')
  onValue(call.a, call.positional(0) >= 0 ? call.positional(0) : call.keyword('fget'), (getter) => {
    call.give(makeProperty(call.a, getter))
    onValue(call.a, setter, (fn) => call.give(makeProperty(call.a, getter, fn)))
  })
}

const handlers: Readonly<Record<string, Handler>> = {
  'repobrain.identity': returnsArgument,
  'repobrain.fixture': fixture,
  'pytest.fixture': fixture,
  'pytest_asyncio.fixture': fixture,
  'builtins.property': property,
  'functools.cached_property': property,
  'abc.abstractproperty': property,
  'builtins.staticmethod': (call) =>
    onValue(call.a, call.positional(0), (fn) => call.give(call.a.values.of(sort.static, fn))),
  'builtins.classmethod': (call) =>
    onValue(call.a, call.positional(0), (fn) => call.give(call.a.values.of(sort.classMethod, fn))),
  'functools.wraps': (call) => call.give(call.a.external('repobrain.identity')),
  'functools.update_wrapper': returnsArgument,
  'functools.lru_cache': returnsArgument,
  'functools.cache': returnsArgument,
  'functools.singledispatch': returnsArgument,
  'functools.total_ordering': returnsArgument,
  'contextlib.contextmanager': returnsArgument,
  'contextlib.asynccontextmanager': returnsArgument,
  'abc.abstractmethod': returnsArgument,
  'typing.overload': returnsArgument,
  'typing.final': returnsArgument,
  'typing.runtime_checkable': returnsArgument,
  'typing.no_type_check': returnsArgument,
  'typing_extensions.override': returnsArgument,
  'typing.override': returnsArgument,
  'types.coroutine': returnsArgument,
  'asyncio.coroutine': returnsArgument,
  'dataclasses.dataclass': returnsArgument,
  'dataclasses.replace': returnsArgument,
  'atexit.register': returnsArgument,
  'copy.copy': returnsArgument,
  'copy.deepcopy': returnsArgument,
  'asyncio.run': returnsArgument,
  'asyncio.create_task': returnsArgument,
  'asyncio.ensure_future': returnsArgument,
  'asyncio.wait_for': returnsArgument,
  'asyncio.shield': returnsArgument,
  'contextlib.closing': (call) => call.give(listFrom(call.a, call.positional(0))),
  'contextlib.nullcontext': (call) => call.give(listFrom(call.a, call.positional(0))),
  'functools.partial': (call) => {
    const { a } = call
    const [callee = -1, ...positional] = call.positionals
    if (callee < 0) return
    const given = a.arguments.make({ ...a.arguments.read(call.list), positional })
    call.give(a.values.of(sort.partial, a.partials.push({ callee, given }) - 1))
  },
  'functools.reduce': (call) => {
    const elements = call.a.solver.node()
    elementsOf(call.a, call.positional(1), elements)
    const list = listOf(call.a, [elements, elements])
    call.a.when(call.positional(0), rule.invoke, list, -1, call.to, call.depth + 1)
  },
  'builtins.list': makesList,
  'builtins.tuple': makesList,
  'builtins.set': makesList,
  'builtins.frozenset': makesList,
  'builtins.reversed': makesList,
  'builtins.iter': makesList,
  'builtins.aiter': makesList,
  'collections.deque': makesList,
  'itertools.islice': makesList,
  'itertools.cycle': makesList,
  'itertools.chain': (call) => {
    const elements = call.a.solver.node()
    for (const node of call.positionals) elementsOf(call.a, node, elements)
    call.give(listFrom(call.a, elements))
  },
  'itertools.chain.from_iterable': (call) => {
    const outer = call.a.solver.node()
    const elements = call.a.solver.node()
    elementsOf(call.a, call.positional(0), outer)
    elementsOf(call.a, outer, elements)
    call.give(listFrom(call.a, elements))
  },
  'queue.Queue': (call) => call.give(listFrom(call.a, -1)),
  'collections.defaultdict': (call) => {
    const { a } = call
    const made = a.containers.make(containerSort.dict)
    a.when(call.positional(0), rule.invoke, a.arguments.none, -1, a.containers.rest(made), call.depth + 1)
    call.give(containerValue(a, made))
  },
  'builtins.dict': makesDictionary,
  'collections.OrderedDict': makesDictionary,
  'types.MappingProxyType': makesDictionary,
  'builtins.sorted': (call) => {
    makesList(call)
    callsOnElements({ ...call, give: () => {} }, call.keyword('key'), [call.positional(0)], 'elements')
  },
  'builtins.min': (call) => extreme(call),
  'builtins.max': (call) => extreme(call),
  'builtins.next': (call) => {
    elementsOf(call.a, call.positional(0), call.to)
    call.giveNode(call.positional(1))
  },
  'builtins.enumerate': (call) => {
    const { a } = call
    const pair = a.containers.make(containerSort.tuple, 2)
    elementsOf(a, call.positional(0), entry(a, pair, integer(a, 1)))
    call.give(listFrom(a, holding(a, containerValue(a, pair))))
  },
  'builtins.zip': (call) => {
    const { a } = call
    const tuple = a.containers.make(containerSort.tuple, call.positionals.length)
    call.positionals.forEach((node, i) => {
      elementsOf(a, node, entry(a, tuple, integer(a, i)))
    })
    call.give(listFrom(a, holding(a, containerValue(a, tuple))))
  },
  // Either argument may be the function: what is no function is not called.
  'builtins.map': (call) => {
    const [fn = -1, ...iterables] = call.positionals
    callsOnElements(call, fn, iterables, 'results')
    if (iterables.length === 1) callsOnElements(call, iterables[0] ?? -1, [fn], 'results')
  },
  'builtins.filter': (call) => callsOnElements(call, call.positional(0), [call.positional(1)], 'elements'),
  'builtins.getattr': (call) => {
    const { a } = call
    onValue(a, call.positional(1), (key) => {
      if (a.values.kind(key) === sort.text)
        onValue(a, call.positional(0), (object) => readAttribute(a, object, a.values.first(key), result(call)))
    })
    call.giveNode(call.positional(2))
  },
  'builtins.setattr': (call) => {
    const { a } = call
    onValue(a, call.positional(1), (key) => {
      if (a.values.kind(key) === sort.text)
        onValue(a, call.positional(0), (object) => writeAttribute(a, object, a.values.first(key), call.positional(2)))
    })
  },
  'builtins.type': (call) =>
    onValue(call.a, call.positional(0), (value) => {
      if (call.a.values.kind(value) === sort.instance)
        call.give(call.a.values.of(sort.class, call.a.values.first(value)))
    }),
  'builtins.super': superCall,
  'typing.cast': (call) => {
    call.giveNode(call.positional(1))
    if (call.to >= 0) call.a.fallbacks.add(call.to, call.positional(0), -1)
  },
  'typing.NewType': (call) => call.giveNode(call.positional(1)),
  'typing.TypeVar': (call) => {
    const bound = call.keyword('bound')
    if (bound >= 0) call.give(call.a.values.of(sort.typeForm, call.a.names.of('typing.TypeVar'), bound))
  },
  'weakref.ref': (call) =>
    call.give(call.a.values.of(sort.callable, call.positional(0) < 0 ? call.a.solver.node() : call.positional(0))),
  'weakref.proxy': returnsArgument,
}

function extreme(call: ExternalCall): void {
  const [first = -1, second] = call.positionals
  if (second === undefined) elementsOf(call.a, first, result(call))
  else for (const node of call.positionals) call.giveNode(node)
  callsOnElements({ ...call, give: () => {} }, call.keyword('key'), [first], 'elements')
}

function result(call: ExternalCall): number {
  return call.to >= 0 ? call.to : call.a.solver.node()
}

/** `super()`: the receivers of the method around the call, looking past the method's class. */
function superCall(call: ExternalCall): void {
  const { a, constraint } = call
  const { functions, owner } = a.program
  if (call.positionals.length >= 2) {
    onValue(a, call.positional(0), (cls) => {
      if (a.values.kind(cls) === sort.class) giveSupers(call, a.values.first(cls), call.positional(1))
    })
    return
  }
  if (constraint < 0) return
  let fn = owner[constraint] ?? -1
  while (fn >= 0 && (functions.method[fn] ?? -1) < 0) fn = functions.parent[fn] ?? -1
  if (fn < 0) return
  const self = receiverOf(functions, fn)
  if (self >= 0) giveSupers(call, functions.method[fn] ?? -1, a.frames.node(call.frame, self))
}

function giveSupers(call: ExternalCall, cls: number, receivers: number): void {
  const { a } = call
  onValue(a, receivers, (self) => {
    const kind = a.values.kind(self)
    if (kind === sort.instance || kind === sort.class) call.give(a.values.of(sort.super, cls, self))
  })
}

function listOf(a: Analysis, positional: readonly number[]): number {
  return a.arguments.make({ positional, keywords: [], rest: -1, keywordRest: -1 })
}

/** A call that leaves the repository; what it does to values follows the table above, anything else gives something unknown. */
export function callExternal(
  a: Analysis,
  callee: number,
  list: number,
  to: number,
  depth: number,
  constraint: number,
  frame: number,
): void {
  const { solver, values, names } = a
  const given = a.arguments
  const handler = handlerOf(names.text(values.first(callee)))
  if (handler === undefined) {
    if (to >= 0) solver.add(to, a.unknown)
    return
  }
  handler({
    a,
    list,
    positionals: given.read(list).positional,
    to,
    depth,
    constraint,
    frame,
    positional: (index) => given.positional(list, index),
    keyword: (name) => given.keyword(list, names.of(name)),
    give(value) {
      if (to >= 0) solver.add(to, value)
    },
    giveNode(node) {
      if (to >= 0 && node >= 0) solver.copy(node, to)
    },
  })
}

function handlerOf(dotted: string): Handler | undefined {
  return Object.hasOwn(handlers, dotted) ? handlers[dotted] : undefined
}
