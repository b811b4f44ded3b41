import { annotationRegister } from './annotations.ts'
import { emitCall } from './calls.ts'
import { defineClass } from './classes.ts'
import { constantText, evaluate } from './expressions.ts'
import { childrenOf, childrenWith, childWith, type FileWalk, isAsync, lineAt, textAt } from './file-walk.ts'
import { op } from './flow-facts.ts'
import { defineFunction } from './functions.ts'
import { executeImport, executeImportFrom } from './imports.ts'
import { executeMatch } from './match.ts'
import { applyNarrowings, narrowings } from './narrowing.ts'
import { inPlaceMethod } from './operators.ts'
import { boundNames } from './scope.ts'
import { assignTarget } from './targets.ts'
import { assignName, type Branch, joinBranches, refineName, walkBranch, walkRepeated } from './variables.ts'

/** Walks the statements of a block; false when its end cannot be reached. */
export function executeBlock(walk: FileWalk, block: number): boolean {
  for (const statement of childrenOf(walk, block)) if (!execute(walk, statement)) return false
  return true
}

function execute(walk: FileWalk, node: number): boolean {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  switch (tree.kind[node]) {
    case kind.expression_statement:
      for (const child of childrenOf(walk, node)) executeExpression(walk, child)
      return true
    case kind.return_statement: {
      const value = childrenOf(walk, node)[0]
      const register = value === undefined ? -1 : evaluate(walk, value)
      const owner = walk.functions[walk.scope.owner]
      if (owner !== undefined && register >= 0) (owner.returns as number[]).push(register)
      return false
    }
    case kind.if_statement:
      return executeIf(walk, node)
    case kind.for_statement:
      return executeFor(walk, node)
    case kind.while_statement:
      return executeWhile(walk, node)
    case kind.try_statement:
      return executeTry(walk, node)
    case kind.with_statement:
      return executeWith(walk, node)
    case kind.function_definition:
      assignName(walk, textAt(walk, childWith(walk, node, field.name)), defineFunction(walk, node, []))
      return true
    case kind.class_definition:
      assignName(walk, textAt(walk, childWith(walk, node, field.name)), defineClass(walk, node))
      return true
    case kind.decorated_definition:
      executeDecorated(walk, node)
      return true
    case kind.import_statement:
      executeImport(walk, node)
      return true
    case kind.import_from_statement:
      executeImportFrom(walk, node)
      return true
    case kind.raise_statement: {
      const [raised, cause] = childrenOf(walk, node)
      const value = raised === undefined ? -1 : evaluate(walk, raised)
      if (cause !== undefined) evaluate(walk, cause)
      if (value >= 0) walk.emit(op.raise, value, lineAt(walk, node))
      return false
    }
    case kind.break_statement:
    case kind.continue_statement:
      return false
    case kind.assert_statement: {
      const [condition, message] = childrenOf(walk, node)
      if (condition === undefined) return true
      evaluate(walk, condition)
      if (message !== undefined) evaluate(walk, message)
      applyNarrowings(walk, narrowings(walk, condition, true))
      return true
    }
    case kind.delete_statement:
      executeDelete(walk, node)
      return true
    case kind.match_statement:
      return executeMatch(walk, node, executeBlock)
    case kind.type_alias_statement: {
      const [left, right] = childrenOf(walk, node)
      if (left !== undefined && right !== undefined)
        assignName(walk, textAt(walk, left).split('[', 1)[0]?.trim() ?? '', annotationRegister(walk, right))
      return true
    }
    case kind.global_statement:
    case kind.nonlocal_statement:
      return true
    case kind.block:
      return executeBlock(walk, node)
    default:
      for (const child of childrenOf(walk, node)) evaluate(walk, child)
      return true
  }
}

function executeExpression(walk: FileWalk, node: number): void {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  if (tree.kind[node] === kind.assignment) executeAssignment(walk, node)
  else if (tree.kind[node] === kind.augmented_assignment) {
    const target = childWith(walk, node, field.left)
    const left = evaluate(walk, target)
    const right = evaluate(walk, childWith(walk, node, field.right))
    const method = inPlaceMethod(textAt(walk, childWith(walk, node, field.operator)))
    if (left < 0 || method === undefined) return
    const result = walk.fresh(op.protocol, left, walk.name(method), right, lineAt(walk, node))
    if (tree.kind[target] === kind.identifier) assignName(walk, textAt(walk, target), result)
  } else evaluate(walk, node)
}

function executeAssignment(walk: FileWalk, node: number): number {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  const target = childWith(walk, node, field.left)
  const right = childWith(walk, node, field.right)
  const type = annotationRegister(walk, childWith(walk, node, field.type))
  let value = -1
  if (right >= 0) value = tree.kind[right] === kind.assignment ? executeAssignment(walk, right) : evaluate(walk, right)
  if (type >= 0) {
    const declared = walk.fresh(op.annotated, value, type)
    if (walk.scope.kind === 'class' && tree.kind[target] === kind.identifier)
      walk.annotations.push(walk.name(textAt(walk, target)), type)
    if (right < 0 && (walk.scope.kind === 'class' || tree.kind[target] !== kind.identifier)) {
      if (tree.kind[target] === kind.attribute) assignTarget(walk, target, declared)
      return -1
    }
    value = declared
  }
  if (walk.scope.kind === 'module' && textAt(walk, target) === '__all__') readAll(walk, right)
  const isRebound =
    tree.kind[right] === kind.call &&
    tree.kind[target] === kind.identifier &&
    soleArgument(walk, right) === textAt(walk, target)
  if (isRebound) {
    const argument = walk.scope.current.get(textAt(walk, target)) ?? -1
    if (argument >= 0) value = walk.fresh(op.decorated, value, argument)
  }
  assignTarget(walk, target, value)
  return value
}

/** Text of the only argument of a call. */
function soleArgument(walk: FileWalk, call: number): string | undefined {
  const [only, more] = childrenOf(walk, childWith(walk, call, walk.kinds.field.arguments))
  return only === undefined || more !== undefined ? undefined : textAt(walk, only)
}

function readAll(walk: FileWalk, right: number): void {
  const { tree } = walk.file
  const { kind } = walk.kinds
  if (right < 0 || (tree.kind[right] !== kind.list && tree.kind[right] !== kind.tuple)) return
  const listed: number[] = []
  for (const child of childrenOf(walk, right)) {
    const text = constantText(walk, child)
    if (text === undefined) return
    listed.push(walk.name(text))
  }
  walk.all = listed
}

function executeIf(walk: FileWalk, node: number): boolean {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  const condition = childWith(walk, node, field.condition)
  evaluate(walk, condition)
  const branches: Branch[] = [
    walkBranch(walk, () => {
      applyNarrowings(walk, narrowings(walk, condition, true))
      return executeBlock(walk, childWith(walk, node, field.consequence))
    }),
  ]
  const alternatives = childrenWith(walk, node, field.alternative)
  branches.push(
    walkBranch(walk, () => {
      applyNarrowings(walk, narrowings(walk, condition, false))
      return alternative(0)
    }),
  )
  return joinBranches(walk, branches)

  function alternative(index: number): boolean {
    const clause = alternatives[index]
    if (clause === undefined) return true
    if (tree.kind[clause] === kind.else_clause) return executeBlock(walk, childWith(walk, clause, field.body))
    const test = childWith(walk, clause, field.condition)
    evaluate(walk, test)
    const taken = walkBranch(walk, () => {
      applyNarrowings(walk, narrowings(walk, test, true))
      return executeBlock(walk, childWith(walk, clause, field.consequence))
    })
    return joinBranches(walk, [taken, walkBranch(walk, () => alternative(index + 1))])
  }
}

function executeFor(walk: FileWalk, node: number): boolean {
  const { tree } = walk.file
  const { field } = walk.kinds
  const right = childWith(walk, node, field.right)
  const iterable = evaluate(walk, right)
  const { bound } = boundNames(tree, walk.kinds, node, tree.after[node] ?? 0)
  const gathered = walkRepeated(walk, bound, true, () => {
    const element = walk.fresh(op.iterate, iterable, lineAt(walk, right), isAsync(walk, node))
    assignTarget(walk, childWith(walk, node, field.left), element)
    executeBlock(walk, childWith(walk, node, field.body))
  })
  return afterLoop(walk, node, gathered)
}

function executeWhile(walk: FileWalk, node: number): boolean {
  const { tree } = walk.file
  const { field } = walk.kinds
  const condition = childWith(walk, node, field.condition)
  const { bound } = boundNames(tree, walk.kinds, node, tree.after[node] ?? 0)
  const gathered = walkRepeated(walk, bound, true, () => {
    evaluate(walk, condition)
    applyNarrowings(walk, narrowings(walk, condition, true))
    executeBlock(walk, childWith(walk, node, field.body))
  })
  return afterLoop(walk, node, gathered)
}

function afterLoop(walk: FileWalk, node: number, gathered: ReadonlyMap<string, number>): boolean {
  for (const [name, register] of gathered) refineName(walk, name, register)
  const otherwise = childWith(walk, node, walk.kinds.field.alternative)
  if (otherwise >= 0) executeBlock(walk, childWith(walk, otherwise, walk.kinds.field.body))
  return true
}

function executeTry(walk: FileWalk, node: number): boolean {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  const body = childWith(walk, node, field.body)
  const clauses = childrenOf(walk, node)
  const { bound } = boundNames(tree, walk.kinds, body, tree.after[body] ?? 0)
  let completed: Branch = null
  const gathered = walkRepeated(walk, bound, false, () => {
    completed = walkBranch(walk, () => {
      if (!executeBlock(walk, body)) return false
      const otherwise = clauses.find((clause) => tree.kind[clause] === kind.else_clause)
      return otherwise === undefined || executeBlock(walk, childWith(walk, otherwise, field.body))
    })
  })
  const branches: Branch[] = [completed]
  for (const clause of clauses) {
    if (tree.kind[clause] !== kind.except_clause) continue
    branches.push(
      walkBranch(walk, () => {
        for (const [name, register] of gathered) refineName(walk, name, register)
        return executeExcept(walk, clause)
      }),
    )
  }
  const reachesEnd = joinBranches(walk, branches)
  const last = clauses.find((clause) => tree.kind[clause] === kind.finally_clause)
  const block = last === undefined ? undefined : childrenOf(walk, last)[0]
  return (block === undefined || executeBlock(walk, block)) && reachesEnd
}

/** `except A as e`: `e` is an instance of what `A` names. */
function executeExcept(walk: FileWalk, clause: number): boolean {
  const { tree } = walk.file
  const { kind } = walk.kinds
  for (const child of childrenOf(walk, clause)) {
    if (tree.kind[child] === kind.block) return executeBlock(walk, child)
    if (tree.kind[child] === kind.as_pattern) {
      const [types, target] = childrenOf(walk, child)
      const caught = types === undefined ? -1 : evaluate(walk, types)
      const name = target === undefined ? undefined : childrenOf(walk, target)[0]
      if (name !== undefined) assignTarget(walk, name, walk.fresh(op.narrow, -1, caught))
    } else evaluate(walk, child)
  }
  return true
}

function executeWith(walk: FileWalk, node: number): boolean {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  const clause = childrenOf(walk, node).find((child) => tree.kind[child] === kind.with_clause)
  const items = clause === undefined ? [] : childrenOf(walk, clause)
  for (const item of items) {
    let value = childWith(walk, item, field.value)
    while (tree.kind[value] === kind.parenthesized_expression) value = childrenOf(walk, value)[0] ?? -1
    // `with (A() as a, B() as b)` parses as a tuple of patterns in older grammars.
    const managers = tree.kind[value] === kind.tuple ? childrenOf(walk, value) : [value]
    for (const manager of managers) enter(manager)
  }
  return executeBlock(walk, childWith(walk, node, field.body))

  function enter(manager: number): void {
    const isNamed = tree.kind[manager] === kind.as_pattern
    const [expression, target] = isNamed ? childrenOf(walk, manager) : [manager]
    if (expression === undefined || expression < 0) return
    const entered = walk.fresh(op.enter, evaluate(walk, expression), lineAt(walk, expression), isAsync(walk, node))
    if (target !== undefined) assignTarget(walk, target, entered)
  }
}

function executeDelete(walk: FileWalk, node: number): void {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  for (const target of childrenOf(walk, node)) {
    if (tree.kind[target] !== kind.subscript) continue
    const object = evaluate(walk, childWith(walk, target, field.value))
    if (object >= 0) walk.fresh(op.protocol, object, walk.name('__delitem__'), -1, lineAt(walk, target))
  }
}

function executeDecorated(walk: FileWalk, node: number): void {
  const { tree } = walk.file
  const { kind, field } = walk.kinds
  const decorators = childrenOf(walk, node).filter((child) => tree.kind[child] === kind.decorator)
  const expressions = decorators.map((decorator) => childrenOf(walk, decorator)[0] ?? -1)
  const called = expressions.map((expression) => (expression < 0 ? -1 : evaluate(walk, expression)))
  const definition = childWith(walk, node, field.definition)
  const isClass = tree.kind[definition] === kind.class_definition
  const names = expressions.map((expression) => (expression < 0 ? '' : textAt(walk, expression)))
  let value = isClass ? defineClass(walk, definition) : defineFunction(walk, definition, names)
  for (let i = called.length - 1; i >= 0; i--) {
    const line = lineAt(walk, decorators[i] ?? node)
    const given = { positional: [value], keywords: [], rest: -1, keywordRest: -1 }
    value = walk.fresh(op.decorated, emitCall(walk, called[i] ?? -1, line, given), value)
  }
  assignName(walk, textAt(walk, childWith(walk, definition, field.name)), value)
}
