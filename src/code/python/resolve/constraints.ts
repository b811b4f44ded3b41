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
  const { program, solver, values } = a
  const { code } = program
  const p = program.at[i] ?? 0
  switch (code[p]) {
    case op.copy:
      copyKnown(a, node(a, p + 2, frame), node(a, p + 1, frame))
      return
    case op.text:
      solver.add(node(a, p + 1, frame), values.of(sort.text, operand(a, p + 2)))
      return
    case op.integer:
      solver.add(node(a, p + 1, frame), integer(a, operand(a, p + 2)))
      return
    case op.builtin:
      solver.add(node(a, p + 1, frame), a.unknown)
      return
    case op.function:
      solver.add(node(a, p + 1, frame), values.of(sort.function, operand(a, p + 2), frame))
      return
    case op.class:
      solver.add(node(a, p + 1, frame), values.of(sort.class, operand(a, p + 2)))
      return
    case op.global:
      readGlobal(a, program.fileOf[i] ?? 0, operand(a, p + 2), node(a, p + 1, frame))
      return
    case op.import:
      importModule(
        a,
        program.fileOf[i] ?? 0,
        a.names.text(operand(a, p + 2)),
        operand(a, p + 3) === 1,
        node(a, p + 1, frame),
      )
      return
    case op.from:
      importFrom(
        a,
        program.fileOf[i] ?? 0,
        operand(a, p + 2),
        operand(a, p + 3),
        operand(a, p + 4),
        node(a, p + 1, frame),
      )
      return
    case op.sequence:
      makeSequence(a, p, frame, node(a, p + 1, frame))
      return
    case op.dictionary:
      makeDictionary(a, p, frame, node(a, p + 1, frame))
      return
    case op.annotated:
      copyKnown(a, node(a, p + 2, frame), node(a, p + 1, frame))
      a.fallbacks.add(node(a, p + 1, frame), node(a, p + 3, frame), -1)
      return
    case op.narrow:
      narrow(a, node(a, p + 2, frame), node(a, p + 3, frame), node(a, p + 1, frame))
      return
    case op.decorated:
      wait(a, node(a, p + 2, frame), i, frame)
      if (node(a, p + 3, frame) >= 0) a.late.add(lateRule.decorated, node(a, p + 1, frame), node(a, p + 3, frame))
      return
    case op.setAttribute:
    case op.setItem:
    case op.raise:
      wait(a, node(a, p + 1, frame), i, frame)
      return
    default:
      wait(a, node(a, p + 2, frame), i, frame)
  }
}

/** Node that an operand means in a frame, -1 where nothing is known. Closures would be made millions of times. */
function node(a: Analysis, position: number, frame: number): number {
  return a.frames.node(frame, a.program.code[position] ?? -1)
}

function operand(a: Analysis, position: number): number {
  return a.program.code[position] ?? -1
}

function copyKnown(a: Analysis, from: number, to: number): void {
  if (from >= 0) a.solver.copy(from, to)
}

function wait(a: Analysis, input: number, i: number, frame: number): void {
  if (input >= 0) a.solver.on(input, i, frame)
}

/** A value has arrived at the input of constraint `i`. */
export function fireConstraint(a: Analysis, i: number, frame: number, value: number): void {
  const { program, solver, values, frames, containers } = a
  const { code } = program
  const p = program.at[i] ?? 0
  switch (code[p]) {
    case op.attribute:
      readAttribute(a, value, operand(a, p + 3), node(a, p + 1, frame))
      return
    case op.setAttribute:
      writeAttribute(a, value, operand(a, p + 2), node(a, p + 3, frame))
      return
    case op.call: {
      const given = frame === 0 ? p + 4 : a.arguments.map(p + 4, (register) => frames.node(frame, register))
      const to = program.isRead[code[p + 1] ?? -1] === 1 ? node(a, p + 1, frame) : -1
      invoke(a, value, given, -1, to, frames.depth(frame), i, frame)
      return
    }
    case op.item:
      readItem(a, value, node(a, p + 3, frame), node(a, p + 1, frame), frames.depth(frame))
      return
    case op.setItem:
      writeItem(a, value, node(a, p + 2, frame), node(a, p + 3, frame), frames.depth(frame))
      return
    case op.slice: {
      const container = containerOf(a, value)
      if (container < 0) readItem(a, value, -1, node(a, p + 1, frame), frames.depth(frame))
      else solver.add(node(a, p + 1, frame), sliceOf(a, container, operand(a, p + 3), operand(a, p + 4)))
      return
    }
    case op.iterate:
      addElements(a, value, node(a, p + 1, frame), operand(a, p + 4) === 1)
      return
    case op.enter: {
      const kind = values.kind(value)
      const first = values.first(value)
      if (kind === sort.container) solver.copy(containers.all(first), node(a, p + 1, frame))
      else if (kind === sort.instance)
        solver.copy(enteredNode(a, first, operand(a, p + 4) === 1), node(a, p + 1, frame))
      else if (kind === sort.external) solver.add(node(a, p + 1, frame), a.unknown)
      return
    }
    case op.protocol:
      callProtocol(a, value, operand(a, p + 3), node(a, p + 4, frame), node(a, p + 1, frame), frames.depth(frame))
      return
    case op.raise:
      if (values.kind(value) === sort.class) invoke(a, value, a.arguments.none, -1, -1, 1)
      return
    case op.replaceItem:
      replaceItem(a, value, node(a, p + 3, frame), node(a, p + 4, frame), node(a, p + 1, frame))
      return
    case op.decorated:
      decorate(a, value, node(a, p + 3, frame), node(a, p + 1, frame))
      return
    default:
  }
}
