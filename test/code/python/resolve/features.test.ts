import { describe, expect, it } from 'vitest'
import { callEdgesOf } from './call-edges-of.ts'

type Program = string | Readonly<Record<string, string>>

/** Feature, program, the edges it must have, all of them. */
const programs: readonly (readonly [feature: string, program: Program, edges: readonly string[]])[] = [
  [
    'a property is called where it is read',
    `
class Box:
    @property
    def size(self): return 1
    @size.setter
    def size(self, n): pass
def use():
    b = Box()
    b.size = b.size
`,
    ['use -> Box.size', 'use -> Box.size'],
  ],
  [
    'a classmethod makes an instance of the class it is called on',
    `
class Base:
    @classmethod
    def make(cls): return cls()
class Left(Base):
    def go(self): pass
class Right(Base):
    def go(self): pass
def use(): Left.make().go()
`,
    ['use -> Base.make', 'use -> Left.go'],
  ],
  [
    'a decorator that returns its argument keeps functions apart',
    `
def mark(f): return f
class A:
    def go(self): pass
class B:
    def go(self): pass
@mark
def first(): return A()
@mark
def second(): return B()
def use(): first().go()
`,
    ['<module> -> mark', 'use -> A.go', 'use -> first'],
  ],
  [
    'a wrapper gives what the wrapped function gives',
    `
import functools
def log(f):
    @functools.wraps(f)
    def inner(*args): return f(*args)
    return inner
class A:
    def go(self): pass
class B:
    def go(self): pass
@log
def first(): return A()
@log
def second(): return B()
def use(): first().go()
`,
    ['<module> -> log', 'log.inner -> first', 'log.inner -> second', 'use -> A.go', 'use -> log.inner'],
  ],
  [
    'an outside decorator leaves the function reachable',
    'import click\n@click.command()\ndef run(): pass\ndef use(): run()\n',
    ['use -> run'],
  ],
  [
    'a partial calls its function',
    'from functools import partial\ndef add(a, b): pass\ndef use():\n    plus = partial(add, 1)\n    plus(2)\n',
    ['use -> add'],
  ],
  [
    'a context manager is entered and left',
    `
class Lock:
    def __enter__(self): return Key()
    def __exit__(self, *e): pass
class Key:
    def turn(self): pass
def use():
    with Lock() as key: key.turn()
`,
    ['use -> Key.turn', 'use -> Lock.__enter__', 'use -> Lock.__exit__'],
  ],
  [
    'a generator with contextmanager gives what it yields',
    `
from contextlib import contextmanager
class Db:
    def ask(self): pass
@contextmanager
def open_db(): yield Db()
def use():
    with open_db() as db: db.ask()
`,
    ['use -> Db.ask', 'use -> open_db'],
  ],
  [
    'annotations of parameters and results name classes, also as text and in unions',
    `
from __future__ import annotations
from typing import Optional
class A:
    def go(self): pass
def first(a: A | None): a.go()
def second(a: "Optional[A]"): a.go()
def third(items: list[A]):
    for item in items: item.go()
def fourth(make) -> A: return make()
def fifth(make): fourth(make).go()
`,
    ['fifth -> A.go', 'fifth -> fourth', 'first -> A.go', 'second -> A.go', 'third -> A.go'],
  ],
  [
    'isinstance narrows',
    `
class A:
    def go(self): pass
def use(x):
    if isinstance(x, A): x.go()
def other(x):
    if not isinstance(x, A): return
    x.go()
`,
    ['other -> A.go', 'use -> A.go'],
  ],
  [
    'a later assignment hides an earlier one on the same path',
    `
def old(): pass
def new(): pass
def use(flag):
    f = old
    f = new
    f()
    if flag: f = old
    return f()
`,
    ['use -> new', 'use -> old'],
  ],
  [
    'imports inside functions, under TYPE_CHECKING and as fallbacks',
    {
      'app.py': `
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from model import Model
try:
    from fast import work
except ImportError:
    from slow import work
def use(m: "Model"):
    from tools import fix
    fix()
    work()
    m.save()
`,
      'model.py': 'class Model:\n    def save(self): pass\n',
      'tools.py': 'def fix(): pass\n',
      'slow.py': 'def work(): pass\n',
    },
    ['app.py:use -> model.py:Model.save', 'app.py:use -> slow.py:work', 'app.py:use -> tools.py:fix'],
  ],
  [
    'packages without __init__.py and modules that shadow the standard library',
    {
      'tool/part/work.py': 'def run(): pass\n',
      'main.py':
        'import tool.part.work\nfrom tool.part import work as w\ndef use():\n    tool.part.work.run()\n    w.run()\n',
      'pkg/__init__.py': '',
      'pkg/json.py': 'def dumps(x): pass\n',
      'pkg/user.py': 'import json\ndef use(): json.dumps(1)\n',
    },
    ['main.py:use -> tool/part/work.py:run'],
  ],
  [
    'callbacks kept in attributes, dictionaries and lists',
    `
def a(): pass
def b(): pass
def c(): pass
class Bus:
    def __init__(self): self.on = None; self.all = []; self.named = {}
    def fire(self):
        self.on()
        for f in self.all: f()
        self.named["c"]()
def use():
    bus = Bus()
    bus.on = a
    bus.all.append(b)
    bus.named["c"] = c
    bus.fire()
`,
    ['Bus.fire -> a', 'Bus.fire -> b', 'Bus.fire -> c', 'use -> Bus.__init__', 'use -> Bus.fire'],
  ],
  [
    'operators and built-in functions call methods of known types',
    `
class V:
    def __add__(self, o): return self
    def __len__(self): return 1
    def __eq__(self, o): return True
    def __getitem__(self, k): return self
    def norm(self): pass
def use():
    v = V() + V()
    len(v)
    v == v
    v[0].norm()
`,
    ['use -> V.__add__', 'use -> V.__eq__', 'use -> V.__getitem__', 'use -> V.__len__', 'use -> V.norm'],
  ],
  [
    'fields of a dataclass hold what its construction is given',
    `
from dataclasses import dataclass
class Engine:
    def start(self): pass
@dataclass
class Car:
    engine: Engine
    def drive(self): self.engine.start()
`,
    ['Car.drive -> Engine.start'],
  ],
  [
    'a lambda belongs to the function around it',
    'def f(): pass\ndef use(items): return sorted(items, key=lambda x: f())\n',
    ['use -> f'],
  ],
  [
    'the order of bases decides',
    `
class A:
    def go(self): pass
class B(A):
    def go(self): super().go()
class C(A):
    def go(self): super().go()
class D(B, C): pass
def use(): D().go()
`,
    ['B.go -> A.go', 'B.go -> C.go', 'C.go -> A.go', 'use -> B.go'],
  ],
]

describe('features of Python that calls go through', () => {
  it.each(programs)('%s', async (_feature, program, edges) => {
    expect(await callEdgesOf(program)).toEqual(edges)
  })

  it('calls that leave the repository are counted, and those that nothing is known about', async () => {
    const { factsOf } = await import('./call-edges-of.ts')
    const { pythonLanguage } = await import('../../../../src/code/python/index.ts')
    const files = await factsOf({
      'main.py': 'import os\ndef use(x):\n    os.getcwd()\n    print(len("a"))\n    x.run()\n',
    })
    const { externalCalls, unresolvedCalls, calls } = pythonLanguage.resolve(files)
    expect({ externalCalls, unresolvedCalls, calls }).toEqual({ externalCalls: 3, unresolvedCalls: 1, calls: [] })
  })
})
