import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pythonLanguage } from '../../../src/code/python/index.ts'

const parser = await pythonLanguage.load()

interface Block {
  readonly form: 'function' | 'async' | 'class' | 'statement' | 'if'
  readonly decorators: number
  readonly filler: number
  readonly children: readonly Block[]
}

interface Expected {
  readonly qualifiedName: string
  readonly startLine: number
  readonly endLine: number
}

const fillers = [
  '',
  '# def no(): pass',
  '    # deeper',
  '\t',
  '"""\ndef no():\n  pass\n"""',
  'x = [\n1, # (\n]',
  "y = 'a\\\nb' \\\n  'c'",
  'f"{a["b"]}"',
]

const blocksOfDepth = fc.memo(
  (depth): fc.Arbitrary<readonly Block[]> =>
    fc.array(
      fc.record({
        form: fc.constantFrom<Block['form'][]>('function', 'async', 'class', 'statement', 'if'),
        decorators: fc.nat(2),
        filler: fc.nat(fillers.length - 1),
        children: depth > 1 ? blocksOfDepth() : fc.constant([]),
      }),
      { maxLength: 3 },
    ),
)
const programs = blocksOfDepth(4)

/** A program and where its definitions lie, known from how it was put together. */
function render(blocks: readonly Block[]): { readonly source: string; readonly expected: readonly Expected[] } {
  const lines: string[] = []
  const expected: { qualifiedName: string; startLine: number; endLine: number }[] = []
  let lastLine = 0
  let names = 0
  writeAll(blocks, '', '')
  return { source: `${lines.join('\n')}\n`, expected }

  function write(text: string, indentation: string): void {
    const [first = '', ...rest] = text.split('\n')
    lines.push(first.trim() === '' || first.trimStart().startsWith('#') ? first : indentation + first, ...rest)
    if (first.trim() !== '' && !first.trimStart().startsWith('#')) lastLine = lines.length
  }

  function writeAll(all: readonly Block[], indentation: string, above: string): void {
    for (const item of all) writeBlock(item, indentation, above)
  }

  function writeBlock({ form, decorators, filler, children }: Block, indentation: string, above: string): void {
    write(fillers[filler] ?? '', indentation)
    if (form === 'statement') {
      write('z = 1; # end', indentation)
      return
    }
    if (form === 'if') {
      write('if x:', indentation)
      writeAll(children, `${indentation}  `, above)
      write('pass', `${indentation}  `)
      return
    }
    const name = `d${names++}`
    const startLine = lines.length + 1
    for (let i = 0; i < decorators; i++) write('@decorate(\n  1)', indentation)
    write(
      form === 'class' ? `class ${name}:` : `${form === 'async' ? 'async ' : ''}def ${name}(a,\n  b): # c`,
      indentation,
    )
    const entry = { qualifiedName: above + name, startLine, endLine: 0 }
    expected.push(entry)
    writeAll(children, `${indentation}    `, `${above}${name}.`)
    write('pass', `${indentation}    `)
    entry.endLine = lastLine
  }
}

describe('outline of a Python file', () => {
  it('has every definition where it was written', () => {
    fc.assert(
      fc.property(programs, (blocks) => {
        const { source, expected } = render(blocks)
        expect(parser.outline(source).entries).toMatchObject(expected)
        expect(parser.outline(source).entries).toHaveLength(expected.length)
      }),
      { numRuns: 300 },
    )
  })

  it('agrees with what is extracted, and with the syntax tree, on its definitions', () => {
    fc.assert(
      fc.property(programs, (blocks) => {
        const { source } = render(blocks)
        const { definitions, syntaxErrors } = parser.extract(source)
        const outline = parser.outline(source)
        expect(syntaxErrors).toBe(0)
        expect(outline.entries).toMatchObject(
          definitions.map(({ kind, qualifiedName, ordinal, parent, startLine, endLine }) => ({
            kind,
            qualifiedName,
            ordinal,
            parent,
            startLine,
            endLine,
          })),
        )
        definitions.forEach((definition, i) => {
          expect(outline.fingerprint(i)).toBe(definition.fingerprint)
          expect(outline.signature(i)).toBe(definition.signature)
          expect(definition.exact).toBe(true)
        })
      }),
      { numRuns: 100 },
    )
  })

  it('is the same after any edit, whether or not an outline of the version before is given', () => {
    const edit = fc.record({
      at: fc.nat(),
      remove: fc.nat(40),
      insert: fc.constantFrom('', ...fillers, '\n', '(', '"', "'''", 'def g(): pass\n', '\\', '\r\n', '{'),
    })
    fc.assert(
      fc.property(programs, fc.array(edit, { minLength: 1, maxLength: 5 }), (blocks, edits) => {
        let { source } = render(blocks)
        let previous = parser.outline(source)
        for (const { at, remove, insert } of edits) {
          const position = at % (source.length + 1)
          source = source.slice(0, position) + insert + source.slice(position + remove)
          const next = parser.outline(source, previous)
          previous.dispose()
          const { definitions } = parser.extract(source)
          expect(next.entries).toEqual(parser.outline(source).entries)
          expect(next.entries.map((e) => [e.qualifiedName, e.ordinal, e.startLine, e.endLine])).toEqual(
            definitions.map((d) => [d.qualifiedName, d.ordinal, d.startLine, d.endLine]),
          )
          previous = next
        }
      }),
      { numRuns: 100 },
    )
  })

  it('maps every line to the smallest function that holds it', () => {
    fc.assert(
      fc.property(programs, (blocks) => {
        const { source } = render(blocks)
        const { entries, innermostFunction } = parser.outline(source)
        for (let line = 1; line <= source.split('\n').length; line++) {
          const holding = entries.filter((e) => e.kind === 'function' && e.startLine <= line && line <= e.endLine)
          const smallest = holding.sort((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0]
          expect(entries[innermostFunction(line) ?? -1]).toBe(smallest)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('refuses an index that it does not have', () => {
    expect(() => parser.outline('x = 1\n').signature(0)).toThrow(RangeError)
  })
})
