import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSolver } from '../../../src/code/resolve/solver.ts'

const keepsAll = { fire() {}, lump: (_node: number, value: number) => value }

describe('values', () => {
  it('reach every node that there is a way to, and no other, in whatever order constraints come', () => {
    const count = 12
    const node = fc.nat(count - 1)
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), node, value: fc.nat(20) }),
      fc.record({ kind: fc.constant('copy' as const), from: node, to: node }),
      fc.record({ kind: fc.constant('run' as const) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const solver = createSolver(count, keepsAll)
        const expected = Array.from({ length: count }, () => new Set<number>())
        const copies: (readonly [from: number, to: number])[] = []
        for (const each of steps) {
          if (each.kind === 'run') solver.run()
          else if (each.kind === 'add') {
            solver.add(each.node, each.value)
            expected[each.node]?.add(each.value)
          } else {
            solver.copy(each.from, each.to)
            copies.push([each.from, each.to])
          }
        }
        solver.run()
        for (let round = 0; round < count; round++)
          for (const [from, to] of copies) for (const value of expected[from] ?? []) expected[to]?.add(value)
        for (let i = 0; i < count; i++)
          expect(solver.values(i).sort((a, b) => a - b)).toEqual([...(expected[i] ?? [])].sort((a, b) => a - b))
      }),
      { numRuns: 200, seed: 7 },
    )
  })

  it('fire a trigger once each, those before it and those after it', () => {
    const fired: number[][] = []
    const solver = createSolver(2, { ...keepsAll, fire: (...each) => fired.push(each) })
    solver.add(0, 5)
    solver.run()
    solver.on(0, 7, 3)
    solver.copy(1, 0)
    for (const value of [5, 6, 6]) solver.add(1, value)
    solver.run()
    expect(fired).toEqual([
      [7, 3, 5],
      [7, 3, 6],
    ])
  })

  it('reach nodes that are made while others are on their way, past any size to begin with', () => {
    const solver = createSolver(1, {
      ...keepsAll,
      fire(_trigger, _frame, value) {
        if (value === 3_000) return
        const fresh = solver.node()
        solver.on(fresh, 0, 0)
        solver.add(fresh, value + 1)
      },
    })
    solver.on(0, 0, 0)
    solver.add(0, 0)
    solver.run()
    expect([1, 2_999, 3_000].map(solver.values)).toEqual([[1], [2_999], [3_000]])
  })
})

describe('a node that holds many values', () => {
  it('takes something coarser in their place', () => {
    const solver = createSolver(1, { ...keepsAll, lump: () => 1_000 })
    for (let value = 0; value < 30; value++) solver.add(0, value)
    expect(solver.values(0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 1_000])
  })

  it('takes no more once it is too vague, and passes on what it holds', () => {
    const solver = createSolver(2, { ...keepsAll, lump: (_node, value, size) => (size < 10 ? value : -1) })
    solver.copy(0, 1)
    for (let value = 0; value < 30; value++) solver.add(0, value)
    solver.run()
    solver.add(0, 40)
    solver.run()
    expect(solver.values(0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(solver.values(1)).toEqual(solver.values(0))
  })

  it('holds 64 at most', () => {
    const solver = createSolver(1, keepsAll)
    for (let value = 0; value < 200; value++) solver.add(0, value)
    expect(solver.size(0)).toBe(64)
  })
})
