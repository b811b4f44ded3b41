import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SyntaxTree } from '../../src/code/syntax-tree.ts'
import { loadGrammar } from '../../src/code/tree-sitter.ts'
import { createVersionParser } from '../../src/code/version-parser.ts'

const grammar = await loadGrammar('typescript', `const a = <T,>(x: T) => \`\${x}\` // …\n`)

const statements = [
  'export function f<T>(a: T, b = { c: 1 }): T { return a }',
  `const g = async (x) => await x?.y[0] ?? \`é\${x}😀\``,
  'class A extends B { static #p = /r[/]/g; get q() { return this.#p } }',
  '/* one */ if (a < b && c > (d)) { e(f<g>(h)) } else label: for (;;) break label',
  "import { x as y } from './z.ts' // two",
  'type T = { [K in keyof U]?: V extends infer W ? W : never }',
  '({ a, b: [c] } = d)',
  "'a string that begins and does not end",
  '}',
]

const shape = ({ kind, field, start, end, after, parent, faults }: SyntaxTree) => ({
  kind: [...kind],
  field: [...field],
  start: [...start],
  end: [...end],
  after: [...after],
  parent: [...parent],
  faults,
})

describe('versions of a file', () => {
  it('have the tree that they have when they are parsed alone, whatever was parsed before', () => {
    const line = fc.constantFrom(...statements)
    const edit = fc.tuple(fc.nat(), fc.nat(3), fc.array(line, { maxLength: 3 }))
    const history = fc.tuple(fc.array(line, { minLength: 5, maxLength: 40 }), fc.array(edit, { maxLength: 8 }))
    fc.assert(
      fc.property(history, ([first, edits]) => {
        const lines = [...first]
        for (const [at, removed, added] of [[0, 0, []] as const, ...edits]) {
          lines.splice(at % (lines.length + 1), removed, ...added)
          const source = lines.join('\n')
          expect(shape(grammar.parseVersion(source))).toEqual(shape(grammar.parse(source)))
        }
      }),
      { numRuns: 25, seed: 7 },
    )
  })
})

describe('what a version is parsed from', () => {
  /** Parses by noting what it was given: trees are numbers, a source with `!` has errors. */
  function noting() {
    const sources: string[] = []
    const freed: number[] = []
    const log: (readonly [source: string, from: string | null])[] = []
    const parse = createVersionParser<number, void>(
      {
        parse(source, old) {
          log.push([source, old === null ? null : (sources[old] ?? null)])
          return sources.push(source) - 1
        },
        edited: (tree) => sources.push(sources[tree] ?? '') - 1,
        hasErrors: (tree) => sources[tree]?.includes('!') ?? false,
        free: (tree) => freed.push(tree),
      },
      () => {},
    )
    return { parse, log, live: () => sources.filter((_, tree) => !freed.includes(tree)) }
  }

  it('is the closest of the last few, or nothing', () => {
    const { parse, log } = noting()
    for (const source of ['aaaa bbbb', 'xxxx yyyy', 'aaaa bbbc', 'xxxx yyyz', 'none of these']) parse(source)
    expect(log).toEqual([
      ['aaaa bbbb', null],
      ['xxxx yyyy', null],
      ['aaaa bbbc', 'aaaa bbbb'],
      ['xxxx yyyz', 'xxxx yyyy'],
      ['none of these', null],
    ])
  })

  it('is never a tree with errors, and such a tree is parsed as a whole', () => {
    const { parse, log } = noting()
    for (const source of ['aaaa bbbb', 'aaaa bbb!', 'aaaa bbbc']) parse(source)
    expect(log).toEqual([
      ['aaaa bbbb', null],
      ['aaaa bbb!', 'aaaa bbbb'],
      ['aaaa bbb!', null],
      ['aaaa bbbc', 'aaaa bbbb'],
    ])
  })

  it('is freed when four younger ones are kept', () => {
    const { parse, live } = noting()
    for (let i = 0; i < 20; i++) parse(`the same text every time, version ${i}`)
    expect(live()).toEqual([16, 17, 18, 19].map((i) => `the same text every time, version ${i}`))
  })
})
