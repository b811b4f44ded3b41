import { createPairMap } from '../../resolve/pair-map.ts'
import { createRows } from '../../resolve/rows.ts'
import type { Solver } from '../../resolve/solver.ts'

/** Lists, tuples, sets, dictionaries and generators by the place that makes them, as rows of numbers. */
export interface Containers {
  /** A new container; `length` is -1 where it is not known. */
  make(sort: number, length?: number): number
  sort(container: number): number
  /** Number of elements, or -1. */
  length(container: number): number
  /** Node of what lies under a key that is not known. */
  rest(container: number): number
  /** Whether it stands for many, see `lump`. */
  isLump(container: number): boolean
  becomeLump(container: number): void
  /** Node of all elements. */
  all(container: number): number
  /** Node of the keys of a dictionary. */
  keys(container: number): number
  /** Node under a constant key, or `absent`. */
  field(container: number, key: number): number
  /** Adds a field; returns its node. */
  addField(container: number, key: number): number
  /** Number of the first field or watcher of a container, 0 at the end. */
  firstField(container: number): number
  nextField(field: number): number
  lastField(container: number): number
  fieldKey(field: number): number
  fieldNode(field: number): number
  /** Adds a watcher; returns its number. */
  watch(container: number, rule: number, first: number, second: number, third: number): number
  firstWatcher(container: number): number
  nextWatcher(watcher: number): number
  lastWatcher(container: number): number
  /** Rule of a watcher (column 0) and its three operands. */
  watcher(watcher: number, column: number): number
}

const column = { sort: 0, length: 1, rest: 2, all: 3, keys: 4, isLump: 5 } as const
const link = { firstField: 0, lastField: 1, firstWatcher: 2, lastWatcher: 3 } as const

export function createContainers(solver: Solver): Containers {
  const rows = createRows(6, 1024)
  const links = createRows(4, 1024)
  /** Key, node, next. */
  const fields = createRows(3, 1024)
  const byKey = createPairMap(1024)
  /** Rule, three operands, next. */
  const watchers = createRows(5, 1024)
  fields.add(-1)
  watchers.add(-1)

  return {
    make(sort, length = -1) {
      links.add(0)
      return rows.add(sort, length, solver.node(), -1, -1, 0)
    },
    sort: (container) => rows.get(container, column.sort),
    length: (container) => rows.get(container, column.length),
    rest: (container) => rows.get(container, column.rest),
    isLump: (container) => rows.get(container, column.isLump) === 1,
    becomeLump: (container) => rows.set(container, column.isLump, 1),
    all(container) {
      const known = rows.get(container, column.all)
      if (known >= 0) return known
      const node = solver.node()
      rows.set(container, column.all, node)
      solver.copy(rows.get(container, column.rest), node)
      for (let field = links.get(container, link.firstField); field > 0; field = fields.get(field, 2))
        solver.copy(fields.get(field, 1), node)
      return node
    },
    keys(container) {
      const known = rows.get(container, column.keys)
      if (known >= 0) return known
      const node = solver.node()
      rows.set(container, column.keys, node)
      return node
    },
    field: byKey.get,
    addField(container, key) {
      const node = solver.node()
      byKey.set(container, key, node)
      append(fields, 2, fields.add(key, node), container, link.firstField, link.lastField)
      const all = rows.get(container, column.all)
      if (all >= 0) solver.copy(node, all)
      return node
    },
    firstField: (container) => links.get(container, link.firstField),
    lastField: (container) => links.get(container, link.lastField),
    nextField: (field) => fields.get(field, 2),
    fieldKey: (field) => fields.get(field, 0),
    fieldNode: (field) => fields.get(field, 1),
    watch(container, rule, first, second, third) {
      const watcher = watchers.add(rule, first, second, third)
      append(watchers, 4, watcher, container, link.firstWatcher, link.lastWatcher)
      return watcher
    },
    firstWatcher: (container) => links.get(container, link.firstWatcher),
    lastWatcher: (container) => links.get(container, link.lastWatcher),
    nextWatcher: (watcher) => watchers.get(watcher, 4),
    watcher: watchers.get,
  }

  function append(
    list: ReturnType<typeof createRows>,
    next: number,
    row: number,
    container: number,
    first: number,
    last: number,
  ): void {
    const before = links.get(container, last)
    if (before === 0) links.set(container, first, row)
    else list.set(before, next, row)
    links.set(container, last, row)
  }
}
