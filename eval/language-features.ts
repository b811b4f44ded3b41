/** A small program in one language, and the call in it that the feature leads to. */
export interface Probe {
  readonly files: Readonly<Record<string, string>>
  /** `caller -> callee` by qualified name. */
  readonly edge: string
}

export interface LanguageFeature {
  readonly feature: string
  /** By name of the language; null where the language has nothing of the kind. */
  readonly probes: Readonly<Record<'python' | 'typescript', Probe | null>>
}

const python = (source: string, edge = 'use -> go'): Probe => ({ files: { 'main.py': source }, edge })
const typescript = (source: string, edge = 'use -> go'): Probe => ({ files: { 'main.ts': source }, edge })

/** What calls go through, each shown by one call; `npm run eval -- languages` says which of them are found. */
export const languageFeatures: readonly LanguageFeature[] = [
  {
    feature: 'a function of the same file',
    probes: {
      python: python('def go(): pass\ndef use(): go()\n'),
      typescript: typescript('function go() {}\nconst use = () => go()\n'),
    },
  },
  {
    feature: 'an import under another name, through a file that re-exports',
    probes: {
      python: {
        files: {
          'lib/__init__.py': 'from .inner import go as run\n',
          'lib/inner.py': 'def go(): pass\n',
          'main.py': 'from lib import run as r\ndef use(): r()\n',
        },
        edge: 'use -> go',
      },
      typescript: {
        files: {
          'lib/index.ts': "export { go as run } from './inner.js'\n",
          'lib/inner.ts': 'export function go() {}\n',
          'main.ts': "import { run as r } from './lib'\nfunction use() { r() }\n",
        },
        edge: 'use -> go',
      },
    },
  },
  {
    feature: 'everything of a module (`*`)',
    probes: {
      python: {
        files: { 'lib.py': 'def go(): pass\n', 'main.py': 'from lib import *\ndef use(): go()\n' },
        edge: 'use -> go',
      },
      typescript: {
        files: {
          'lib.ts': 'export function go() {}\n',
          'all.ts': "export * from './lib'\n",
          'main.ts': "import * as all from './all'\nfunction use() { all.go() }\n",
        },
        edge: 'use -> go',
      },
    },
  },
  {
    feature: 'a module by a path of the build (`src` layout, tsconfig `paths`)',
    probes: {
      python: {
        files: {
          'src/pkg/__init__.py': '',
          'src/pkg/a.py': 'def go(): pass\n',
          'tests/test_a.py': 'from pkg.a import go\ndef use(): go()\n',
        },
        edge: 'use -> go',
      },
      typescript: {
        files: {
          'tsconfig.json': '{"compilerOptions":{"baseUrl":".","paths":{"@/*":["src/*"]}}}',
          'src/a.ts': 'export function go() {}\n',
          'main.ts': "import { go } from '@/a'\nfunction use() { go() }\n",
        },
        edge: 'use -> go',
      },
    },
  },
  {
    feature: 'CommonJS `require`',
    probes: {
      python: null,
      typescript: {
        files: {
          'lib.js': 'exports.go = function () {}\n',
          'main.js': "const { go } = require('./lib')\nfunction use() { go() }\n",
        },
        edge: 'use -> go',
      },
    },
  },
  {
    feature: 'a method of `self` or `this`, own or inherited',
    probes: {
      python: python('class A:\n    def go(self): pass\nclass B(A):\n    def use(self): self.go()\n', 'B.use -> A.go'),
      typescript: typescript('class A { go() {} }\nclass B extends A { use() { this.go() } }\n', 'B.use -> A.go'),
    },
  },
  {
    feature: '`super`',
    probes: {
      python: python('class A:\n    def go(self): pass\nclass B(A):\n    def go(self): super().go()\n', 'B.go -> A.go'),
      typescript: typescript('class A { go() {} }\nclass B extends A { go() { super.go() } }\n', 'B.go -> A.go'),
    },
  },
  {
    feature: 'a constructor, inherited',
    probes: {
      python: python('class A:\n    def __init__(self): pass\nclass B(A): pass\ndef use(): B()\n', 'use -> A.__init__'),
      typescript: typescript(
        'class A { constructor() {} }\nclass B extends A {}\nfunction use() { new B() }\n',
        'use -> A.constructor',
      ),
    },
  },
  {
    feature: 'a method of what a variable was made from',
    probes: {
      python: python('class A:\n    def go(self): pass\ndef use():\n    a = A()\n    a.go()\n', 'use -> A.go'),
      typescript: typescript('class A { go() {} }\nfunction use() { const a = new A(); a.go() }\n', 'use -> A.go'),
    },
  },
  {
    feature: 'a method by the annotation of a parameter',
    probes: {
      python: python('class A:\n    def go(self): pass\ndef use(a: "A | None"): a.go()\n', 'use -> A.go'),
      typescript: typescript('class A { go() {} }\nfunction use(a: A | undefined) { a?.go() }\n', 'use -> A.go'),
    },
  },
  {
    feature: 'a method of a field',
    probes: {
      python: python(
        'class A:\n    def go(self): pass\nclass B:\n    def __init__(self): self.a = A()\n    def use(self): self.a.go()\n',
        'B.use -> A.go',
      ),
      typescript: typescript(
        'class A { go() {} }\nclass B { #a = new A(); use() { this.#a.go() } }\n',
        'B.use -> A.go',
      ),
    },
  },
  {
    feature: 'a method of what a call gives',
    probes: {
      python: python(
        'class A:\n    def go(self): pass\ndef make(): return A()\ndef use(): make().go()\n',
        'use -> A.go',
      ),
      typescript: typescript(
        'class A { go() {} }\nconst make = () => new A()\nfunction use() { make().go() }\n',
        'use -> A.go',
      ),
    },
  },
  {
    feature: 'elements of a list',
    probes: {
      python: python(
        'class A:\n    def go(self): pass\ndef use(items: list[A]):\n    for item in items: item.go()\n',
        'use -> A.go',
      ),
      typescript: typescript(
        'class A { go() {} }\nfunction use(items: A[]) { for (const item of items) item.go() }\n',
        'use -> A.go',
      ),
    },
  },
  {
    feature: 'a property or accessor that is read',
    probes: {
      python: python(
        'class A:\n    @property\n    def size(self): return 1\ndef use():\n    return A().size\n',
        'use -> A.size',
      ),
      typescript: typescript(
        'class A { get size() { return 1 } }\nfunction use() { return new A().size }\n',
        'use -> A.size',
      ),
    },
  },
  {
    feature: 'a method of an interface: its implementations',
    probes: {
      python: python(
        'from abc import ABC, abstractmethod\nclass I(ABC):\n    @abstractmethod\n    def go(self): ...\nclass A(I):\n    def go(self): pass\ndef use(i: I): i.go()\nuse(A())\n',
        'use -> A.go',
      ),
      typescript: typescript(
        'interface I { go(): void }\nclass A implements I { go() {} }\nfunction use(i: I) { i.go() }\nuse(new A())\n',
        'use -> A.go',
      ),
    },
  },
  {
    feature: 'a function that is handed on, called by the one that gets it',
    probes: {
      python: python('def go(): pass\ndef use(f): f()\nuse(go)\n'),
      typescript: typescript('function go() {}\nfunction use(f) { f() }\nuse(go)\n'),
    },
  },
  {
    feature: 'a function in a table',
    probes: {
      python: python('def go(): pass\ntable = {"a": go}\ndef use(): table["a"]()\n'),
      typescript: typescript("function go() {}\nconst table = { a: go }\nfunction use() { table['a']() }\n"),
    },
  },
  {
    feature: 'a decorated function',
    probes: {
      python: python(
        'import functools\ndef log(f):\n    @functools.wraps(f)\n    def inner(*args): return f(*args)\n    return inner\n@log\ndef go(): pass\ngo()\n',
        'log.inner -> go',
      ),
      typescript: null,
    },
  },
  {
    feature: 'a type found out by a test (`isinstance`, `instanceof`)',
    probes: {
      python: python('class A:\n    def go(self): pass\ndef use(x):\n    if isinstance(x, A): x.go()\n', 'use -> A.go'),
      typescript: typescript(
        'class A { go() {} }\nfunction use(x: unknown) { if (x instanceof A) x.go() }\n',
        'use -> A.go',
      ),
    },
  },
  {
    feature: 'a context manager',
    probes: {
      python: python(
        'class A:\n    def __enter__(self): pass\n    def __exit__(self, *e): pass\ndef use():\n    with A(): pass\n',
        'use -> A.__exit__',
      ),
      typescript: null,
    },
  },
  {
    feature: 'an operator',
    probes: {
      python: python(
        'class A:\n    def __add__(self, o): return self\ndef use(): return A() + A()\n',
        'use -> A.__add__',
      ),
      typescript: null,
    },
  },
  {
    feature: 'a method by its name alone, on something unknown',
    probes: {
      python: python('class A:\n    def go_home(self): pass\ndef use(x): x.go_home()\n', 'use -> A.go_home'),
      typescript: typescript('class A { goHome() {} }\nfunction use(x) { x.goHome() }\n', 'use -> A.goHome'),
    },
  },
]
