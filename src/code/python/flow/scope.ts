import type { SyntaxTree } from '../../syntax-tree.ts'
import type { PythonKinds } from './python-kinds.ts'

/** Registers that a name had: what reads it later, out of order, sees all of them. */
export interface Scope {
  readonly kind: 'module' | 'class' | 'function'
  readonly parent: Scope | null
  /** Index of the function whose body this is, or -1: constraints of a class body belong to the function around it. */
  readonly owner: number
  /** Index of the class whose body this is, or -1. */
  readonly classIndex: number
  readonly bound: ReadonlySet<string>
  /** Names that a `global` or `nonlocal` statement of this scope sends elsewhere. */
  readonly elsewhere: ReadonlyMap<string, 'global' | 'nonlocal'>
  /** The version of each name that holds at this point of the walk. */
  readonly current: Map<string, number>
  /** All versions of each name. */
  readonly versions: Map<string, number[]>
  /** Registers that stand for any version of a name. */
  readonly merged: Map<string, number>
  /** Loops and `try` around this point: names they assign, with the register that gathers their versions. */
  readonly gathering: Map<string, number>[]
  /** Set while a branch is walked: what the names it assigns were before. */
  undo: Map<string, number | undefined> | null
  finished: boolean
}

export interface BoundNames {
  readonly bound: Set<string>
  readonly elsewhere: Map<string, 'global' | 'nonlocal'>
}

/** Names that the statements in nodes `from`…`until` bind, bodies of nested functions, classes, lambdas and comprehensions apart. */
export function boundNames(tree: SyntaxTree, kinds: PythonKinds, from: number, until: number): BoundNames {
  const { kind, field } = kinds
  const bound = new Set<string>()
  const elsewhere = new Map<string, 'global' | 'nonlocal'>()
  let node = from
  while (node < until) {
    const after = tree.after[node] ?? until
    switch (tree.kind[node]) {
      case kind.function_definition:
      case kind.class_definition:
        addFirstIdentifier(node)
        node = after
        continue
      case kind.lambda:
      case kind.list_comprehension:
      case kind.set_comprehension:
      case kind.dictionary_comprehension:
      case kind.generator_expression:
        addWalrus(node, after)
        node = after
        continue
      case kind.assignment:
      case kind.augmented_assignment:
      case kind.for_statement:
      case kind.type_alias_statement:
        addTarget(childWith(node, field.left))
        break
      case kind.named_expression:
        addTarget(childWith(node, field.name))
        break
      case kind.as_pattern_target:
        addTarget(node + 1)
        break
      case kind.delete_statement:
        addTarget(node + 1)
        break
      case kind.case_clause:
        addPattern(node)
        break
      case kind.import_statement:
      case kind.import_from_statement:
      case kind.future_import_statement:
        addImports(node)
        node = after
        continue
      case kind.global_statement:
      case kind.nonlocal_statement:
        for (let child = node + 1; child < after; child = tree.after[child] ?? after)
          if (tree.kind[child] === kind.identifier)
            elsewhere.set(text(child), tree.kind[node] === kind.global_statement ? 'global' : 'nonlocal')
        node = after
        continue
      default:
    }
    node++
  }
  return { bound, elsewhere }

  function text(node: number): string {
    return tree.source.slice(tree.start[node], tree.end[node])
  }

  function childWith(node: number, wanted: number): number {
    const end = tree.after[node] ?? 0
    for (let child = node + 1; child < end; child = tree.after[child] ?? end)
      if (tree.field[child] === wanted) return child
    return -1
  }

  function addFirstIdentifier(node: number): void {
    const name = childWith(node, field.name)
    if (name >= 0) bound.add(text(name))
  }

  function addTarget(target: number): void {
    if (target < 0) return
    const sort = tree.kind[target]
    if (sort === kind.identifier) bound.add(text(target))
    else if (sort === kind.attribute || sort === kind.subscript || sort === kind.call) return
    else {
      const end = tree.after[target] ?? 0
      for (let child = target + 1; child < end; child = tree.after[child] ?? end) addTarget(child)
    }
  }

  function addWalrus(from: number, until: number): void {
    for (let node = from; node < until; node++)
      if (tree.kind[node] === kind.named_expression) addTarget(childWith(node, field.name))
  }

  /** Capture names of a `case` pattern: every undotted name that is neither a class nor a keyword. */
  function addPattern(clause: number): void {
    const end = tree.after[clause] ?? 0
    for (let node = clause + 1; node < end; node++) {
      const sort = tree.kind[node]
      if (sort === kind.block || sort === kind.if_clause) return
      if (sort === kind.class_pattern) node = (tree.after[node + 1] ?? node + 2) - 1
      else if (sort === kind.dotted_name && (tree.after[node] ?? 0) > node + 2)
        node = (tree.after[node] ?? node + 1) - 1
      else if (sort === kind.keyword_pattern) node++
      else if (sort === kind.identifier && tree.kind[tree.parent[node] ?? 0] !== kind.keyword_pattern)
        bound.add(text(node))
    }
  }

  function addImports(node: number): void {
    const end = tree.after[node] ?? 0
    for (let child = node + 1; child < end; child = tree.after[child] ?? end) {
      if (tree.field[child] !== field.name) continue
      const alias = tree.kind[child] === kind.aliased_import ? childWith(child, field.alias) : -1
      bound.add(alias >= 0 ? text(alias) : (text(child).split('.', 1)[0] ?? ''))
    }
  }
}
