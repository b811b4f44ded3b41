import { describe, expect, it } from 'vitest'
import { typescriptLanguage } from '../../../src/code/typescript/index.ts'

const parser = await typescriptLanguage.load()

function found(source: string): string[] {
  return parser
    .extract(source)
    .definitions.map(({ kind, qualifiedName, ordinal, startLine, endLine }) =>
      [kind, qualifiedName, ordinal, startLine, endLine].join(' '),
    )
}

describe('definitions of TypeScript and JavaScript', () => {
  it('are functions of every shape that have a name', () => {
    const source = `export default () => 1
const a = () => {
  function b() {}
}, c = async function* () {}
class K {
  constructor() {}
  get x() { return 1 }
  set x(v) {}
  #f = () => {};
  @dec()
  m() {}
}
const o = { p() {}, q: { r: () => {} } }
exports.s = function () {}
K.prototype.t = function () {}
namespace N { export function u() {} }
each(() => {})
interface I { no(): void }
`
    expect(found(source)).toEqual([
      'function default 0 1 1',
      'function a 0 2 4',
      'function a.b 0 3 3',
      'function c 0 4 4',
      'class K 0 5 12',
      'function K.constructor 0 6 6',
      'function K.x 0 7 7',
      'function K.x 1 8 8',
      'function K.#f 0 9 9',
      'function K.m 0 10 11',
      'function o.p 0 13 13',
      'function o.q.r 0 13 13',
      'function s 0 14 14',
      'function K.t 0 15 15',
      'function N.u 0 16 16',
    ])
  })

  it('hold their overload signatures', () => {
    expect(found('function f(a: string): void\nfunction f(a: number): void\nfunction f(a: any) {}\n')).toEqual([
      'function f 0 1 3',
    ])
  })

  it('are found in TSX, and where a generic signature begins a line', () => {
    expect(found('const C = () => <a href="x">{y}</a>\nfunction f() {}\n')).toEqual([
      'function C 0 1 1',
      'function f 0 2 2',
    ])
    const signatures = 'interface Get {\n  (a: A): B\n  <T>(a: T): B\n}\nfunction f() {}\n'
    expect(parser.extract(signatures).syntaxErrors).toBe(0)
    expect(found(signatures)).toEqual(['function f 0 5 5'])
  })

  it('are the same in an outline', () => {
    const source = 'class A {\n  m() {\n    return 1\n  }\n}\n'
    const outline = parser.outline(source)
    const { definitions } = parser.extract(source)
    expect(outline.innermostFunction(3)).toBe(1)
    expect(outline.innermostFunction(5)).toBeNull()
    expect(definitions.map((_, i) => [outline.signature(i), outline.fingerprint(i)])).toEqual(
      definitions.map(({ signature, fingerprint }) => [signature, fingerprint]),
    )
  })

  it('have a signature on one line, whatever the layout', () => {
    const [one] = parser.extract('export async function f<T>(a: string, { b = 1 }: O): Promise<T> {}').definitions
    const [two] = parser.extract(
      'export async function f<T>(\n  a: string, // why\n  { b = 1 }: O,\n): Promise<T> {}',
    ).definitions
    expect(one?.signature).toBe('async function f<T>(a: string, { b = 1 }: O): Promise<T>')
    expect(two?.signature).toBe(one?.signature)
  })
})
