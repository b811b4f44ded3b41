import { describe, expect, it } from 'vitest'
import type { Definition } from '../../../src/code/facts.ts'
import { pythonLanguage } from '../../../src/code/python/index.ts'

const parser = await pythonLanguage.load()

function only(source: string): Definition {
  const [definition] = parser.extract(source).definitions
  if (definition === undefined) throw new Error(`no definition in ${source}`)
  return definition
}
const body = (statement: string) => `def f():\n    ${statement.replaceAll('\n', '\n    ')}\n`
const fingerprint = (source: string) => only(source).fingerprint

describe('fingerprint of a Python function', () => {
  const lim =
    "@limit('a', 1)\ndef lim(n, m=2):\n    'Doc.'\n    if n < 10 and m:\n        log('hit')\n        count(n)\n    return n < 10\n"
  it.each([
    ['(a) CRLF', lim.replaceAll('\n', '\r\n')],
    [
      '(b) a formatter',
      lim
        .replaceAll("'", '"')
        .replace('n < 10 and m', '(\n        n < 10\n        and m\n    )')
        .replace('m=2', '\n    m=2,\n'),
    ],
    ['(c) comments', lim.replace('return', '# why\n    return').replace('10 and m:', '10 and m:  # c')],
    ['(d) another place', '\n'.repeat(40) + lim],
    ['(i) a re-indented docstring', lim.replace("'Doc.'", '"""\n    Doc.  \n    """')],
  ])('E5: stays through %s', (_, source) => {
    expect(fingerprint(source)).toBe(fingerprint(lim))
  })
  it.each([
    ['(e) <=', lim.replace('return n < 10', 'return n <= 10')],
    ['(f) a line moved out of an if', lim.replace('        count', '    count')],
    ['(g) another default', lim.replace('m=2', 'm=3')],
    ['(h) another decorator argument', lim.replace("'a', 1", "'a', 2")],
    ['(i) another docstring', lim.replace('Doc.', 'Docs.')],
  ])('E5: changes with %s', (_, source) => {
    expect(fingerprint(source)).not.toBe(fingerprint(lim))
  })

  it.each([
    ['x = (1)', 'x = 1'],
    ['x = 0x10', 'x = 1_6'],
    ['x = 1e3', 'x = 1000.0'],
    ['x = 1J', 'x = 1.0j'],
    ["x = 'a\\x41'", 'x = r"aA"'],
    ["x = 'a' 'b'", 'x = """ab"""'],
    ["x = u'a'", "x = 'a'"],
    ["x = r'\\\"'", 'x = r"\\""'],
    ["x = 'a' f'{b}'", "x = f'a{b}'"],
    ["x = f'{a=}'", "x = f'a={a!r}'"],
    ["x = f'{{{(a)}'", "x = f'{{{a}'"],
    ['return a, b', 'return (a, b,)'],
    ['for a, b in c: pass', 'for (a, b) in (c): pass'],
    ['a[b, c]', 'a[(b, c)]'],
    ['a[1:2:]', 'a[1:2]'],
    ['f(k=1, *a)', 'f(*a, k=1)'],
    ['f(x for x in y)', 'f((x for x in y))'],
    ['f(a, b)', 'f(\na,\nb, # c\n)'],
    ['x = a + \\\n  b', 'x = a + b'],
    ['if a: b\nelif c: d\nelse: e', 'if a:\n  b\nelse:\n  if c: d\n  else: e'],
    ['with (a as b, c): pass', 'with a as b, c: pass'],
    ['del a,', 'del (a)'],
    ['class A(): pass', 'class A: pass'],
    ['a; b', 'a\nb;'],
    ['x: (list[int])', 'x: list[int]'],
    ['match a, b:\n  case [c, (d)]: pass', 'match (a, b):\n  case c, d: pass'],
    ['a(b.\nc)', 'a(b.c)'],
  ])('is the same for %j and %j', (one, other) => {
    expect(fingerprint(body(one))).toBe(fingerprint(body(other)))
    expect(only(body(other)).exact).toBe(true)
  })

  it.each([
    ['x = 1', 'x = 1.0'],
    ["x = 'a'", "x = b'a'"],
    ["x = 'a'", "x = f'a'"],
    ["x = '\\ud83d\\ude00'", "x = '\\U0001f600'"],
    ["x = '\\\\n'", "x = '\\n'"],
    ["x = f'{a}'", "x = f'{a:}'"],
    ["x = f'{a:>{b}}'", "x = f'{a:<{b}}'"],
    ["x = f'{a:>{b}}'", "x = f'{a:>{c}}'"],
    ["x = f'{a!r}'", "x = f'{a!s}'"],
    ["x = f'{a = }'", "x = f'{a=}'"],
    ['a and b and c', '(a and b) and c'],
    ['a < b < c', '(a < b) < c'],
    ['(x): int = 1', 'x: int = 1'],
    ['del a, b', 'del (a, b)'],
    ['assert a, b', 'assert (a, b)'],
    ['return a', 'return a,'],
    ['a[:b]', 'a[b:]'],
    ['f(a, *b)', 'f(*b, a)'],
    ['global a, b', 'global b, a'],
    ['a is not b', 'a is (not b)'],
    ['lambda: a', 'lambda a: a'],
    ['async with a: pass', 'with a: pass'],
    ['yield a', 'yield from a'],
    ['raise a', 'raise a from None'],
    ['try: a\nexcept b: c', 'try: a\nexcept* b: c'],
    ['match a:\n  case b: pass', 'match a,:\n  case b: pass'],
    ['match a:\n  case {"k": b}: pass', 'match a:\n  case {"k": b, **c}: pass'],
    ['match a:\n  case A(b): pass', 'match a:\n  case A(c=b): pass'],
    ['match a:\n  case -1 | 2: pass', 'match a:\n  case 1 | 2: pass'],
    ['"a"; x', 'x; "a"'],
  ])('differs for %j and %j', (one, other) => {
    expect(fingerprint(body(one))).not.toBe(fingerprint(body(other)))
  })

  it.each([
    ['def f[T](): pass', 'def f[U](): pass'],
    ['def f[T](): pass', 'def f[*T](): pass'],
    ['def f[T: int](): pass', 'def f[T: str](): pass'],
    ['def f(a, /): pass', 'def f(a): pass'],
    ['def f(*, a): pass', 'def f(a): pass'],
    ['def f() -> int: pass', 'def f() -> str: pass'],
    ['async def f(): pass', 'def f(): pass'],
    ['@a\n@b\ndef f(): pass', '@b\n@a\ndef f(): pass'],
  ])('differs for the headers %j and %j', (one, other) => {
    expect(fingerprint(`${one}\n`)).not.toBe(fingerprint(`${other}\n`))
  })

  it('is the same whether the function is read with its file or alone, whatever stands around it', () => {
    const method =
      'class A:\n\n    @property\n    def f(self):\n        """Doc\n\n        more"""\n        return [\n  self.x]\n'
    const whole = parser.extract(method)
    const outline = parser.outline(method)
    const broken = parser.extract(`x = = 1\n${method}y = (\n`)
    expect(outline.fingerprint(1)).toBe(whole.definitions[1]?.fingerprint)
    expect(outline.fingerprint(0)).toBe(whole.definitions[0]?.fingerprint)
    expect(broken.syntaxErrors).toBeGreaterThan(0)
    expect(broken.definitions.find((d) => d.qualifiedName === 'A.f')).toMatchObject({
      fingerprint: whole.definitions[1]?.fingerprint,
      exact: true,
    })
  })

  it('is of the raw text, and says so, where the function itself has a syntax error', () => {
    const broken = only('def f():\n    x = = 1\n')
    expect(broken.exact).toBe(false)
    expect(broken.fingerprint).not.toBe(fingerprint('def f():\n    x = = 2\n'))
    expect(broken.fingerprint).toMatch(/^1:[\da-f]{16}$/)
  })
})

describe('signature of a Python definition', () => {
  it.each([
    ['def get(self,key :str,\n   default = None, # c\n) -> str: pass', 'def get(self, key: str, default=None) -> str'],
    ['@a\nasync  def f ( *a:int, **k ): pass', 'async def f(*a: int, **k)'],
    ["def f(a='x', b: int=-1, *, c=lambda x: x+1): pass", 'def f(a="x", b: int = -1, *, c=lambda x: x + 1)'],
    ['def f(a=(1,), b=[1,\n2,],): pass', 'def f(a=(1,), b=[1, 2])'],
    ['def f(a, b={"k":d[1:2]}) -> t.Callable[...,int] : pass', 'def f(a, b={"k": d[1:2]}) -> t.Callable[..., int]'],
    ['class A(B,metaclass=M): pass', 'class A(B, metaclass=M)'],
    ['class A : pass', 'class A'],
    ['def f(', 'def f('],
  ])('%j is %j', (source, expected) => {
    expect(only(`${source}\n`).signature).toBe(expected)
  })
})
