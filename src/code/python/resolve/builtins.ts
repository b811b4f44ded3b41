import { containerSort } from '../flow/flow-facts.ts'
import type { Analysis, CallArguments } from './analysis.ts'
import { holding, readAttribute, writeAttribute } from './attributes.ts'
import { containerOf, copyEntries, entry, integer, listFrom, makeContainer } from './containers.ts'
import { type CallSite, invoke, makeProperty } from './invoke.ts'
import { elementsOf } from './protocols.ts'
import { sort } from './values.ts'

/** A call of something outside the repository whose effect on values is known. */
interface ExternalCall {
  readonly a: Analysis
  readonly given: CallArguments
  readonly to: number
  readonly depth: number
  readonly site: CallSite
  /** Node of a positional argument, -1 where there is none. */
  positional(index: number): number
  keyword(name: string): number
  /** Adds to the result. */
  give(value: number): void
  giveNode(node: number): void
}

type Handler = (call: ExternalCall) => void

const returnsArgument: Handler = (call) => {
  if (call.given.positional.length > 0) call.giveNode(call.positional(0))
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
  const value = makeContainer(a, containerSort.dict)
  const made = containerOf(a, value)
  if (made === undefined) return
  const sources = call.given.positional
  for (const node of sources)
    a.onValue(node, (source) => {
      const container = containerOf(a, source)
      if (container !== undefined && container.sort === containerSort.dict) copyEntries(a, container, made)
    })
  const { keywords } = call.given
  for (let k = 0; k < keywords.length; k += 2) {
    const node = keywords[k + 1] ?? -1
    if (node >= 0) a.solver.copy(node, entry(a, made, a.values.of(sort.text, keywords[k] ?? 0)))
  }
  call.give(value)
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
  a.onValue(fn, (callee) =>
    invoke(a, callee, { positional: elements, keywords: [], rest: -1, keywordRest: -1 }, results, call.depth + 1),
  )
  call.give(listFrom(a, keep === 'results' ? results : (elements[0] ?? -1)))
}

/** `@pytest.fixture`, with or without arguments. */
const fixture: Handler = (call) => {
  if (call.given.positional.length === 0) {
    call.give(call.a.external('repobrain.fixture'))
    return
  }
  call.giveNode(call.positional(0))
  call.a.onValue(call.positional(0), (fn) => {
    if (call.a.values.kind(fn) === sort.function) call.a.fixtures.add(call.a.values.first(fn))
  })
}

const property: Handler = (call) => {
  const setter = call.positional(1) >= 0 ? call.positional(1) : call.keyword('fset')
  call.a.onValue(call.positional(0) >= 0 ? call.positional(0) : call.keyword('fget'), (getter) => {
    call.give(makeProperty(call.a, getter))
    call.a.onValue(setter, (fn) => call.give(makeProperty(call.a, getter, fn)))
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
    call.a.onValue(call.positional(0), (fn) => call.give(call.a.values.of(sort.static, fn))),
  'builtins.classmethod': (call) =>
    call.a.onValue(call.positional(0), (fn) => call.give(call.a.values.of(sort.classMethod, fn))),
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
    const { a, given } = call
    const callee = call.positional(0)
    if (callee < 0) return
    const partial = { callee, given: { ...given, positional: given.positional.slice(1) } }
    call.give(a.values.of(sort.partial, a.partials.push(partial) - 1))
  },
  'functools.reduce': (call) => {
    const elements = call.a.solver.node()
    elementsOf(call.a, call.positional(1), elements)
    call.a.onValue(call.positional(0), (fn) =>
      invoke(
        call.a,
        fn,
        { positional: [elements, elements], keywords: [], rest: -1, keywordRest: -1 },
        call.to,
        call.depth + 1,
      ),
    )
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
    for (const node of call.given.positional) elementsOf(call.a, node, elements)
    call.give(listFrom(call.a, elements))
  },
  'itertools.chain.from_iterable': (call) => {
    const outer = call.a.solver.node()
    const elements = call.a.solver.node()
    elementsOf(call.a, call.positional(0), outer)
    elementsOf(call.a, outer, elements)
    call.give(listFrom(call.a, elements))
  },
  'queue.Queue': (call) => call.give(makeContainer(call.a, containerSort.list)),
  'collections.defaultdict': (call) => {
    const { a } = call
    const value = makeContainer(a, containerSort.dict)
    const rest = containerOf(a, value)?.rest ?? -1
    a.onValue(call.positional(0), (factory) =>
      invoke(a, factory, { positional: [], keywords: [], rest: -1, keywordRest: -1 }, rest, call.depth + 1),
    )
    call.give(value)
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
    const pair = makeContainer(call.a, containerSort.tuple, 2)
    const made = containerOf(call.a, pair)
    if (made !== undefined) elementsOf(call.a, call.positional(0), entry(call.a, made, integer(call.a, 1)))
    call.give(listFrom(call.a, holding(call.a, pair)))
  },
  'builtins.zip': (call) => {
    const tuple = makeContainer(call.a, containerSort.tuple, call.given.positional.length)
    const made = containerOf(call.a, tuple)
    call.given.positional.forEach((node, i) => {
      if (made !== undefined) elementsOf(call.a, node, entry(call.a, made, integer(call.a, i)))
    })
    call.give(listFrom(call.a, holding(call.a, tuple)))
  },
  // Either argument may be the function: what is no function is not called.
  'builtins.map': (call) => {
    const [fn = -1, ...iterables] = call.given.positional
    callsOnElements(call, fn, iterables, 'results')
    if (iterables.length === 1) callsOnElements(call, iterables[0] ?? -1, [fn], 'results')
  },
  'builtins.filter': (call) => callsOnElements(call, call.positional(0), [call.positional(1)], 'elements'),
  'builtins.getattr': (call) => {
    const { a } = call
    a.onValue(call.positional(1), (key) => {
      if (a.values.kind(key) === sort.text)
        a.onValue(call.positional(0), (object) => readAttribute(a, object, a.values.first(key), result(call)))
    })
    call.giveNode(call.positional(2))
  },
  'builtins.setattr': (call) => {
    const { a } = call
    a.onValue(call.positional(1), (key) => {
      if (a.values.kind(key) === sort.text)
        a.onValue(call.positional(0), (object) => writeAttribute(a, object, a.values.first(key), call.positional(2)))
    })
  },
  'builtins.type': (call) =>
    call.a.onValue(call.positional(0), (value) => {
      if (call.a.values.kind(value) === sort.instance)
        call.give(call.a.values.of(sort.class, call.a.values.first(value)))
    }),
  'builtins.super': superCall,
  'typing.cast': (call) => {
    call.giveNode(call.positional(1))
    if (call.to >= 0) call.a.fallbacks.push({ node: call.to, type: call.positional(0), self: -1 })
  },
  'typing.NewType': (call) => call.giveNode(call.positional(1)),
  'typing.TypeVar': (call) => {
    const bound = call.keyword('bound')
    if (bound >= 0) call.give(call.a.values.of(sort.typeForm, call.a.name('typing.TypeVar'), bound))
  },
  'weakref.ref': (call) =>
    call.give(call.a.values.of(sort.callable, call.positional(0) < 0 ? call.a.solver.node() : call.positional(0))),
  'weakref.proxy': returnsArgument,
}

function extreme(call: ExternalCall): void {
  const [first = -1, second] = call.given.positional
  if (second === undefined) elementsOf(call.a, first, result(call))
  else for (const node of call.given.positional) call.giveNode(node)
  callsOnElements({ ...call, give: () => {} }, call.keyword('key'), [first], 'elements')
}

function result(call: ExternalCall): number {
  return call.to >= 0 ? call.to : call.a.solver.node()
}

/** `super()`: the receivers of the method around the call, looking past the method's class. */
function superCall(call: ExternalCall): void {
  const { a, site } = call
  if (call.given.positional.length >= 2) {
    a.onValue(call.positional(0), (cls) => {
      if (a.values.kind(cls) === sort.class) giveSupers(call, a.values.first(cls), call.positional(1))
    })
    return
  }
  if (site.constraint < 0) return
  let fn = a.program.owner[site.constraint] ?? -1
  while (fn >= 0 && (a.program.functions[fn]?.method ?? -1) < 0) fn = a.program.functions[fn]?.parent ?? -1
  const method = a.program.functions[fn]
  if (method === undefined) return
  const self = method.parameters[1] ?? -1
  if (self >= 0) giveSupers(call, method.method, a.frames[site.frame]?.map.get(self) ?? self)
}

function giveSupers(call: ExternalCall, cls: number, receivers: number): void {
  const { a } = call
  a.onValue(receivers, (self) => {
    const kind = a.values.kind(self)
    if (kind === sort.instance || kind === sort.class) call.give(a.values.of(sort.super, cls, self))
  })
}

/** A call that leaves the repository; what it does to values follows the tables above, anything else gives something unknown. */
export function callExternal(
  a: Analysis,
  callee: number,
  given: CallArguments,
  to: number,
  depth: number,
  site: CallSite,
): void {
  const dotted = a.externalName(callee)
  const handler = Object.hasOwn(handlers, dotted) ? handlers[dotted] : undefined
  if (handler === undefined) {
    if (to >= 0) a.solver.add(to, a.unknown)
    return
  }
  handler({
    a,
    given,
    to,
    depth,
    site,
    positional: (index) => given.positional[index] ?? -1,
    keyword(name) {
      const key = a.name(name)
      for (let k = 0; k < given.keywords.length; k += 2)
        if (given.keywords[k] === key) return given.keywords[k + 1] ?? -1
      return -1
    },
    give(value) {
      if (to >= 0) a.solver.add(to, value)
    },
    giveNode(node) {
      if (to >= 0 && node >= 0) a.solver.copy(node, to)
    },
  })
}
