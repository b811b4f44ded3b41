/**
 * C3 linearisation of a class hierarchy (https://docs.python.org/3/howto/mro.html): `order[c]` begins with `c` itself.
 * `bases[c]` are indices of known classes. A hierarchy that has none (inconsistent or cyclic) gets a depth-first order.
 */
export function linearize(bases: readonly (readonly number[])[]): number[][] {
  const order: (number[] | undefined)[] = []
  const active = new Set<number>()
  return bases.map((_, index) => linear(index))

  function linear(index: number): number[] {
    const known = order[index]
    if (known !== undefined) return known
    if (active.has(index)) return [index]
    active.add(index)
    const parents = bases[index] ?? []
    const result = parents.length === 0 ? [index] : [index, ...merge([...parents.map(linear), [...parents]], index)]
    active.delete(index)
    order[index] = result
    return result
  }

  function merge(lists: readonly (readonly number[])[], self: number): number[] {
    const heads = lists.map(() => 0)
    const merged: number[] = []
    for (;;) {
      const open = lists.map((list, i) => list[heads[i] ?? 0]).filter((head) => head !== undefined)
      if (open.length === 0) return merged
      const next = open.find((head) => !lists.some((list, i) => list.indexOf(head, (heads[i] ?? 0) + 1) >= 0))
      if (next === undefined) return depthFirst(lists, self)
      merged.push(next)
      lists.forEach((list, i) => {
        const head = heads[i] ?? 0
        if (list[head] === next) heads[i] = head + 1
      })
    }
  }

  function depthFirst(lists: readonly (readonly number[])[], self: number): number[] {
    const all = new Set(lists.flat())
    all.delete(self)
    return [...all]
  }
}
