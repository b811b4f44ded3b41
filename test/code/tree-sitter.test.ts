import { describe, expect, it } from 'vitest'
import { childByField, textOf } from '../../src/code/syntax-tree.ts'
import { createTreeHasher } from '../../src/code/tree-hasher.ts'
import { loadGrammar } from '../../src/code/tree-sitter.ts'

const grammar = await loadGrammar('python', 'def f(a=1): return f"{a!r:>{a}}"\n')

describe('syntax trees', () => {
  it('hold kinds, fields and positions in UTF-16 units', () => {
    const source = 'x = "😀é"; def_ = f(a)  # c\n'
    const tree = grammar.parse(source)
    const call = [...tree.kind].indexOf(grammar.kind('call'))
    expect(textOf(tree, call)).toBe('f(a)')
    expect(textOf(tree, childByField(tree, call, grammar.field('function')))).toBe('f')
    expect(textOf(tree, childByField(tree, call, grammar.field('arguments')))).toBe('(a)')
    expect(childByField(tree, call, grammar.field('body'))).toBe(-1)
    expect(tree.faults).toEqual([])
  })

  it('name what a syntax error skipped and what it missed', () => {
    expect(grammar.parse('x = = 1\n').faults).toHaveLength(1)
    expect(grammar.parse('f(\n').faults.length).toBeGreaterThan(0)
    expect(grammar.parse('').count).toBe(1)
  })

  it('stay the same however many are read, and memory does not grow with them', () => {
    const source = 'def f(a):\n    return [a, (a + 1) * 2]\n'.repeat(2_000)
    const first = grammar.parse(source)
    for (let i = 0; i < 30; i++) grammar.parse(source)
    expect(Buffer.from(grammar.parse(source).kind.buffer).equals(Buffer.from(first.kind.buffer))).toBe(true)
  })

  it('refuse at load what the grammar does not know', async () => {
    expect(() => grammar.kind('no_such_node')).toThrow("no node 'no_such_node'")
    expect(() => grammar.token('no_such_token')).toThrow("no token 'no_such_token'")
    expect(() => grammar.field('no_such_field')).toThrow("no field 'no_such_field'")
    await expect(loadGrammar('no-such-language', '')).rejects.toThrow()
    const rules = {
      skip: ['no_such_node'],
      skipTokens: [],
      transparent: [],
      leaves: {},
      sameAs: {},
      sameTokens: {},
      special: {},
    }
    expect(() => createTreeHasher(grammar, rules)).toThrow("no node 'no_such_node'")
  })
})
