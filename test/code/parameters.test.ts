import { describe, expect, it } from 'vitest'
import { readParameters } from '../../src/code/parameters.ts'

const worded = (signature: string, language: string) => {
  const parameters = readParameters(signature, language)
  if (parameters === null) return null
  const { list, rest, keywords } = parameters
  const named = list.map(({ name, by, optional }) => `${name}${optional ? '?' : ''} ${by}`)
  return [...named, ...(rest ? ['*'] : []), ...(keywords ? ['**'] : [])].join(', ')
}

describe('parameters of a signature', () => {
  it.each([
    ['def f()', ''],
    [
      'def get(self, key: str, default: str = "a, b", *, cast: t.Callable[[str], int] = int) -> str',
      'key either, default? either, cast? name',
    ],
    ['def f(a, /, b=(1, 2), *args, c, **kw)', 'a position, b? either, c name, *, **'],
    ['async def f(cls, x: dict[str, int] | None = None)', 'x? either'],
    ['class A(Base)', 'Base either'],
  ])('of Python: %s', (signature, parameters) => expect(worded(signature, 'python')).toBe(parameters))

  it.each([
    ['function f(a: string, b?: number, ...rest: string[]): void', 'a position, b? position, *'],
    [
      'map<T extends (x: number) => void>(this: Foo, fn: (a: T, b: T) => T, { a, b } = {}): T',
      'fn position, {? position',
    ],
    ['async *get(key = "x"): AsyncGenerator<X>', 'key? position'],
  ])('of TypeScript: %s', (signature, parameters) => expect(worded(signature, 'typescript')).toBe(parameters))

  it('are none where there is no list', () => expect(readParameters('x => x', 'typescript')).toBeNull())
})
