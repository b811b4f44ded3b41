import { op } from '../flow/flow-facts.ts'
import type { Analysis } from './analysis.ts'
import { readAttribute, writeAttribute } from './attributes.ts'
import { decorate } from './decorate.ts'
import { containerOf, integer, sliceOf } from './entries.ts'
import { importFrom, importModule, readGlobal } from './imports.ts'
import { invoke } from './invoke.ts'
import { makeDictionary, makeSequence, readItem, replaceItem, writeItem } from './items.ts'
import { lateRule } from './late-rules.ts'
import { narrow } from './narrow.ts'
import { addElements, callProtocol, enteredNode } from './protocols.ts'
import { sort } from './values.ts'

/** Puts constraint `i` to work in a frame: what needs no value is done, the rest waits at its input. */
export function install(a: Analysis, i: number, frame: number): void {
  const { program, solver, values, frames } = a
  const { code } = program
  const p = program.at[i] ?? 0
  const operand = (offset: number) => code[p + offset] ?? -1
  const node = (offset: number) => frames.node(frame, code[p + offset] ?? -1)
  switch (operand(0)) {
    case op.copy:
      if (node(2) >= 0) solver.copy(node(2), node(1))
      return
    case op.text:
      solver.add(node(1), values.of(sort.text, operand(2)))
      return
    case op.integer:
      solver.add(node(1), integer(a, operand(2)))
      return
    case op.builtin:
      solver.add(node(1), a.unknown)
      return
    case op.function:
      solver.add(node(1), values.of(sort.function, operand(2), frame))
      return
    case op.class:
      solver.add(node(1), values.of(sort.class, operand(2)))
      return
    case op.global:
      readGlobal(a, program.fileOf[i] ?? 0, operand(2), node(1))
      return
    case op.import:
      importModule(a, program.fileOf[i] ?? 0, a.names.text(operand(2)), operand(3) === 1, node(1))
      return
    case op.from:
      importFrom(a, program.fileOf[i] ?? 0, operand(2), operand(3), operand(4), node(1))
      return
    case op.sequence:
      makeSequence(a, p, frame, node(1))
      return
    case op.dictionary:
      makeDictionary(a, p, frame, node(1))
      return
    case op.annotated:
      if (node(2) >= 0) solver.copy(node(2), node(1))
      a.fallbacks.add(node(1), node(3), -1)
      return
    case op.narrow:
      narrow(a, node(2), node(3), node(1))
      return
    case op.decorated:
      if (node(2) >= 0) solver.on(node(2), i, frame)
      if (node(3) >= 0) a.late.add(lateRule.decorated, node(1), node(3))
      return
    case op.setAttribute:
    case op.setItem:
    case op.raise:
      if (node(1) >= 0) solver.on(node(1), i, frame)
      return
    default:
      if (node(2) >= 0) solver.on(node(2), i, frame)
  }
}

/** A value has arrived at the input of constraint `i`. */
export function fireConstraint(a: Analysis, i: number, frame: number, value: number): void {
  const { program, solver, values, frames, containers } = a
  const { code } = program
  const p = program.at[i] ?? 0
  const operand = (offset: number) => code[p + offset] ?? -1
  const node = (offset: number) => frames.node(frame, code[p + offset] ?? -1)
  switch (operand(0)) {
    case op.attribute:
      readAttribute(a, value, operand(3), node(1))
      return
    case op.setAttribute:
      writeAttribute(a, value, operand(2), node(3))
      return
    case op.call: {
      const given = frame === 0 ? p + 4 : a.arguments.map(p + 4, (register) => frames.node(frame, register))
      invoke(a, value, given, -1, node(1), frames.depth(frame), i, frame)
      return
    }
    case op.item:
      readItem(a, value, node(3), node(1), frames.depth(frame))
      return
    case op.setItem:
      writeItem(a, value, node(2), node(3), frames.depth(frame))
      return
    case op.slice: {
      const container = containerOf(a, value)
      if (container < 0) readItem(a, value, -1, node(1), frames.depth(frame))
      else solver.add(node(1), sliceOf(a, container, operand(3), operand(4)))
      return
    }
    case op.iterate:
      addElements(a, value, node(1), operand(4) === 1)
      return
    case op.enter: {
      const kind = values.kind(value)
      const first = values.first(value)
      if (kind === sort.container) solver.copy(containers.all(first), node(1))
      else if (kind === sort.instance) solver.copy(enteredNode(a, first, operand(4) === 1), node(1))
      else if (kind === sort.external) solver.add(node(1), a.unknown)
      return
    }
    case op.protocol:
      callProtocol(a, value, operand(3), node(4), node(1), frames.depth(frame))
      return
    case op.raise:
      if (values.kind(value) === sort.class) invoke(a, value, a.arguments.none, -1, -1, 1)
      return
    case op.replaceItem:
      replaceItem(a, value, node(3), node(4), node(1))
      return
    case op.decorated:
      decorate(a, value, node(3), node(1))
      return
    default:
  }
}
