import type { Analysis } from './analysis.ts'
import { bindTo, readThroughClass } from './attributes.ts'
import { feedKeywordRest, feedRest } from './bind-arguments.ts'
import { describe, describeFunction } from './decorate.ts'
import { containerOf, copyEntries, isKey, readEntry, writeEntry } from './entries.ts'
import { invoke } from './invoke.ts'
import { replaceEntry } from './items.ts'
import { narrowTo, passNarrowed } from './narrow.ts'
import { withPart } from './properties.ts'
import { addElements, addIterated } from './protocols.ts'
import { addInstance, addTypeArgument } from './types.ts'

/** What is done with every value of a node, with the operands of the rule. */
export const rule = {
  /** index in `Analysis.works` */
  work: 0,
  /** arguments, receiver, to, depth: call it */
  invoke: 1,
  /** to, 1 when asynchronous: iterate over it */
  iterate: 2,
  /** container, to: read under this key */
  readKey: 3,
  /** container, from: write under this key */
  writeKey: 4,
  /** container: its entries go there */
  copyEntries: 5,
  /** receiver, to: read through an instance */
  bind: 6,
  /** class, to: read through a class */
  readThroughClass: 7,
  /** function, number of arguments before, frame or -1: a `*` argument */
  rest: 8,
  /** function, frame or -1: a `**` argument */
  keywordRest: 9,
  /** to: its elements, or itself */
  elements: 10,
  /** from, to: a class that values are narrowed to */
  narrowTo: 11,
  /** class, to: pass if it is an instance */
  passNarrowed: 12,
  /** container, from, to: replace this key */
  replaceEntry: 13,
  /** to, node of the receiver, depth: instances of this type */
  instance: 14,
  /** to, which: one of the arguments of a type */
  typeArgument: 15,
  /** property, part, to */
  propertyPart: 16,
  /** to, 1 when asynchronous: what an iterator gives */
  advance: 17,
  /** decorated, to: `__get__` of a descriptor */
  describe: 18,
  /** `__get__` method, to: a function that a descriptor makes a property of */
  describeFunction: 19,
} as const

/** A value has arrived where a row of `Analysis.rules` waits for it. */
export function fireRule(a: Analysis, row: number, value: number): void {
  const { rules } = a
  const first = rules.get(row, 1)
  const second = rules.get(row, 2)
  const third = rules.get(row, 3)
  switch (rules.get(row, 0)) {
    case rule.work:
      a.works[first]?.(value)
      return
    case rule.invoke:
      invoke(a, value, first, second, third, rules.get(row, 4))
      return
    case rule.iterate:
      addElements(a, value, first, second === 1)
      return
    case rule.readKey:
      readEntry(a, first, isKey(a, value) ? value : -1, second)
      return
    case rule.writeKey:
      writeEntry(a, first, isKey(a, value) ? value : -1, second)
      return
    case rule.copyEntries: {
      const source = containerOf(a, value)
      if (source >= 0) copyEntries(a, source, first)
      return
    }
    case rule.bind:
      bindTo(a, value, first, second)
      return
    case rule.readThroughClass:
      readThroughClass(a, value, first, second)
      return
    case rule.rest:
      feedRest(a, value, first, second, third)
      return
    case rule.keywordRest:
      feedKeywordRest(a, value, first, second)
      return
    case rule.elements: {
      const container = containerOf(a, value)
      if (container >= 0) a.solver.copy(a.containers.all(container), first)
      else a.solver.add(first, value)
      return
    }
    case rule.narrowTo:
      narrowTo(a, value, first, second)
      return
    case rule.passNarrowed:
      passNarrowed(a, value, first, second)
      return
    case rule.replaceEntry:
      replaceEntry(a, value, first, second, third)
      return
    case rule.instance:
      addInstance(a, value, first, second, third)
      return
    case rule.typeArgument:
      addTypeArgument(a, value, first, second)
      return
    case rule.propertyPart:
      a.solver.add(third, withPart(a, first, second, value))
      return
    case rule.advance:
      addIterated(a, value, first, second === 1)
      return
    case rule.describe:
      describe(a, value, first, second)
      return
    case rule.describeFunction:
      describeFunction(a, value, first, second)
      return
    default:
  }
}

/** For what is too rare to be a rule of its own. */
export function onValue(a: Analysis, node: number, then: (value: number) => void): void {
  a.when(node, rule.work, a.works.push(then) - 1)
}
