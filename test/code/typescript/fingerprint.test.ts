import { expect, it } from 'vitest'
import { typescriptLanguage } from '../../../src/code/typescript/index.ts'

const parser = await typescriptLanguage.load()
const of = (source: string) => parser.extract(source).definitions[0]?.fingerprint

const original = "const lim = (n: number, k = 10) => {\n  if (n > 0) { log('x') }\n  return n < k\n}\n"
const kept: readonly [string, string][] = [
  ['line ends', original.replaceAll('\n', '\r\n')],
  ['quotes', original.replaceAll("'", '"')],
  ['semicolons and layout', original.replace('n < k', '(n < k);').replace('{ log', '{\n log')],
  ['a comment', original.replace('return', '// why\n  return')],
  ['place', `\n\n\n${original}`],
  ['spelling of a number', original.replace('10', '0xa')],
  ['a trailing comma', original.replace('= 10', '= 10,')],
]
const changed: readonly [string, string][] = [
  ['an operator', original.replace('<', '<=')],
  ['a default', original.replace('10', '11')],
  ['a type', original.replace('number', 'bigint')],
  ['a name', original.replace('lim', 'limit')],
  ['a text', original.replace("'x'", "'y'")],
  ['a statement moved out of a block', original.replace("{ log('x') }", "{}\n  log('x')")],
  ['async', original.replace('(n:', 'async (n:')],
]

it.each(kept)('E5: %s does not count', (_, source) => expect(of(source)).toBe(of(original)))
it.each(changed)('E5: %s counts', (_, source) => expect(of(source)).not.toBe(of(original)))

it.each([
  ['const f = x => y', 'const f = (x) => y'],
  ['const f = () => ({ "a": 1 })', 'const f = () => ({ a: 1 })'],
  ['function f(): | A | B {}', 'function f(): A | B {}'],
  ['const f = () => <a>\n  b\n</a>', 'const f = () => <a>b</a>'],
])('%s is %s', (some, other) => expect(of(some)).toBe(of(other)))

it.each([
  ['const f = () => (a?.b).c', 'const f = () => a?.b.c'],
  ['const f = () => [, a]', 'const f = () => [a]'],
  ['class A { @dec(1) m() {} }', 'class A { @dec(2) m() {} }'],
  ['function f(a: A): void\nfunction f(a: any) {}', 'function f(a: B): void\nfunction f(a: any) {}'],
])('%s is not %s', (some, other) => expect(of(some)).not.toBe(of(other)))

it('of what touches a syntax error is of the raw text, and says so', () => {
  const [broken, whole] = parser.extract('function f() { a = = 1 }\nfunction g() {}\n').definitions
  expect([broken?.exact, whole?.exact]).toEqual([false, true])
})
