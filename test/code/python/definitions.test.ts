import { describe, expect, it } from 'vitest'
import { scanDefinitions } from '../../../src/code/python/definitions.ts'
import { pythonLanguage } from '../../../src/code/python/index.ts'

/** `name#ordinal first-last`, in source order. */
function spans(source: string): string[] {
  return scanDefinitions(source).map((d) => `${d.qualifiedName}#${d.ordinal} ${d.startLine}-${d.endLine}`)
}

describe('definitions of a Python file', () => {
  it('D1: keeps definitions that share a name apart, and classes from functions that differ only in case', () => {
    const source = [
      'if PY312:',
      '    def walk(p): return p.walk()',
      'else:',
      '    def walk(p): return scan(p)',
      'class Job:',
      '    @property',
      '    def state(self): return self._s',
      '    @state.setter',
      '    def state(self, v): notify(v)',
      'class Session: pass',
      'def session(): return Session()',
      'def _session(): return session()',
    ].join('\n')
    expect(spans(source)).toEqual([
      'walk#0 2-2',
      'walk#1 4-4',
      'Job#0 5-9',
      'Job.state#0 6-7',
      'Job.state#1 8-9',
      'Session#0 10-10',
      'session#0 11-11',
      '_session#0 12-12',
    ])
  })

  it('D6: finds decorated, nested and async functions with their decorator lines', async () => {
    const source =
      'def create_app():\n    app = App()\n    @app.post("/pay")\n    @retry(3)\n    async def pay(req):\n        return await charge(req)\n    return app\n'
    expect(spans(source)).toEqual(['create_app#0 1-7', 'create_app.pay#0 3-6'])
    const outline = (await pythonLanguage.load()).outline(source)
    expect([1, 2, 3, 6, 7, 8].map((line) => outline.innermostFunction(line))).toEqual([0, 0, 1, 1, 0, null])
  })

  it.each([6_000, 100_000])('D7: reads a file of %d lines to its end', async (lines) => {
    const source = `${'x = 1\n'.repeat(lines)}def last(): return x\n`
    const { definitions, syntaxErrors } = (await pythonLanguage.load()).extract(source)
    expect(definitions).toMatchObject([
      { qualifiedName: 'last', startLine: lines + 1, endLine: lines + 1, exact: true },
    ])
    expect(syntaxErrors).toBe(0)
  })

  it('D7: reads a file of exactly 32,768 characters to its end', async () => {
    const tail = 'def last(): return x\n'
    const source = `#${'-'.repeat(32_768 - tail.length - 2)}\n${tail}`
    expect(source).toHaveLength(32_768)
    expect((await pythonLanguage.load()).extract(source).definitions).toMatchObject([{ name: 'last', startLine: 2 }])
  })

  it('E1: maps a decorator line, a deleted line and a deleted function to the function that holds them', async () => {
    const blank = (count: number) => '\n'.repeat(count)
    const before = `${blank(9)}def alpha():\n${'    a()\n'.repeat(10)}\n@cache(5)\ndef beta():\n${'    b()\n'.repeat(7)}`
    const gammas = 'def gamma():\n    a()\n    b()\n    c()\n\ndef gamma2():\n    a()\n'
    const after = `${before.replace('@cache(5)', '@cache(60)')}def gamma():\n    a()\n`
    const parser = await pythonLanguage.load()
    const [old, now] = [parser.outline(before + gammas), parser.outline(after)]
    expect(now.entries).toMatchObject([
      { qualifiedName: 'alpha', startLine: 10, endLine: 20 },
      { qualifiedName: 'beta', startLine: 22, endLine: 30 },
      { qualifiedName: 'gamma', startLine: 31, endLine: 32 },
    ])
    // Deleted lines are looked up where they were.
    expect([33, 34, 36, 37].map((line) => old.entries[old.innermostFunction(line) ?? -1]?.qualifiedName)).toEqual([
      'gamma',
      'gamma',
      'gamma2',
      'gamma2',
    ])
    expect(now.innermostFunction(21)).toBeNull()
    expect(now.innermostFunction(22)).toBe(1)
    expect(now.fingerprint(0)).toBe(old.fingerprint(0))
    expect(now.fingerprint(1)).not.toBe(old.fingerprint(1))
  })

  it.each([
    ['comments and blank lines after the body', 'def f():\n    x()\n    # tail\n\n# more\ny\n', ['f#0 1-2']],
    ['a trailing semicolon and continued line', 'def f(): x(); y() ; \\\n\ny\n', ['f#0 1-1']],
    ['a string with a def inside', 'def f():\n    """\ndef g(): pass\n"""\n    return 1\n', ['f#0 1-5']],
    ['brackets that hold lines at the margin', 'def f(a=(\n1,\n)):\n  return [\n1]\nx\n', ['f#0 1-5']],
    ['comments between decorators', '@a\n# why\n\n@b\nclass C:\n  x = 1\n', ['C#0 1-6']],
    ['a decorator without a definition', '@a\nx = 1\ndef f(): pass\n', ['f#0 3-3']],
    [
      'tabs as eight columns',
      'class A:\n\tdef f(self):\n\t\tpass\n        def g(self): pass\n',
      ['A#0 1-4', 'A.f#0 2-3', 'A.g#0 4-4'],
    ],
    ['a form feed before the margin', 'def f():\n  pass\n\f\ndef g(): pass\n', ['f#0 1-2', 'g#0 4-4']],
    ['CRLF', 'def f():\r\n    return 1\r\n\r\n@d\r\ndef g():\r\n    pass\r\n', ['f#0 1-2', 'g#0 4-6']],
    ['a lone carriage return, no line for git', 'x = 1\rdef f():\r  return 1\ny\n', ['f#0 1-1']],
    ['a byte order mark', '\ufeffdef f(): pass\n', ['f#0 1-1']],
    ['async spelt with blanks', 'async  def  f ( ) : pass\n', ['f#0 1-1']],
    ['async as a name', 'async = 1\nclassic = 2\ndefault = 3\n', []],
    [
      'nested quotes in an f-string',
      'def f(): return f"{x["def g(): {"]}{y!r:>{w}}"\ndef g(): pass\n',
      ['f#0 1-1', 'g#0 2-2'],
    ],
    ['braces that an f-string does not close', 'def f(): return f"{"\ndef g(): pass\n', ['f#0 1-1', 'g#0 2-2']],
    ['Python 2', 'def f((a, b)):\n    print a\n    raise E, `b`\ndef g(): exec "x"\n', ['f#0 1-3', 'g#0 4-4']],
    ['a bracket left open', 'def f():\n    x = (1,\ndef g():\n    pass\n', ['f#0 1-2', 'g#0 3-4']],
    ['a type parameter', 'class A[T]:\n    def f[U: int](self, x: U) -> T: ...\n', ['A#0 1-2', 'A.f#0 2-2']],
    ['a name in another normal form', 'def ﬁne(): pass\n', ['fine#0 1-1']],
    ['no newline at the end', 'class A:\n  def f(self): return 1', ['A#0 1-2', 'A.f#0 2-2']],
    ['nothing', '', []],
  ])('reads %s', (_, source, expected) => {
    expect(spans(source)).toEqual(expected)
  })

  it('reads a file of three megabytes and an expression of 20,000 operands', async () => {
    const parser = await pythonLanguage.load()
    const wide = `def f():\n    return ${Array.from({ length: 20_000 }, (_, i) => `a${i}`).join(' + ')}\n`
    expect(parser.extract(wide).definitions).toMatchObject([{ name: 'f', endLine: 2, exact: true }])
    const nested = `def f():\n    return ${'('.repeat(20_000)}x${')'.repeat(20_000)}\n`
    expect(parser.extract(nested).definitions).toMatchObject([{ name: 'f', endLine: 2 }])
    const long = Array.from({ length: 60_000 }, (_, i) => `def f${i}():\n    return ${i}, "${'x'.repeat(16)}"\n`).join(
      '',
    )
    expect(long.length).toBeGreaterThan(3_000_000)
    expect(parser.extract(long).definitions).toHaveLength(60_000)
  })
})
