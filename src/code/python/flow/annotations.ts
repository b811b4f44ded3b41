import { childrenOf, type FileWalk, lineAt, textAt } from './file-walk.ts'
import { containerSort, op } from './flow-facts.ts'
import { readName } from './variables.ts'

const token = /\s*(?:([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|([[\],.|()])|('[^']*'|"[^"]*")|(\S))/uy

/**
 * Register that stands for an annotation's type: dotted names, subscripts and unions, also inside a string. What is
 * none of these (a call, a number) gives -1. Emits plain constraints, so an alias in another file is followed.
 */
export function annotationRegister(walk: FileWalk, node: number): number {
  if (node < 0) return -1
  const inner = walk.file.tree.kind[node] === walk.kinds.kind.type ? (childrenOf(walk, node)[0] ?? node) : node
  return parseAnnotation(walk, textAt(walk, inner), lineAt(walk, inner))
}

function parseAnnotation(walk: FileWalk, text: string, line: number): number {
  let position = 0
  let current = next()
  return union()

  function next(): RegExpExecArray | null {
    token.lastIndex = position
    const match = token.exec(text)
    if (match !== null) position = token.lastIndex
    return match
  }

  function accept(punctuation: string): boolean {
    if (current?.[2] !== punctuation) return false
    current = next()
    return true
  }

  function union(): number {
    const members = [single()]
    while (accept('|')) members.push(single())
    const known = members.filter((member) => member >= 0)
    if (members.length === 1 || known.length === 0) return known[0] ?? -1
    const to = walk.register()
    for (const member of known) walk.emit(op.copy, to, member)
    return to
  }

  function single(): number {
    if (current === null) return -1
    if (accept('(')) {
      const inner = union()
      accept(')')
      return inner
    }
    if (accept('[')) return list(']')
    const [, name, , quoted] = current
    if (quoted !== undefined) {
      current = next()
      return parseAnnotation(walk, quoted.slice(1, -1), line)
    }
    if (name === undefined) {
      current = next()
      return -1
    }
    current = next()
    let register = name === 'None' ? -1 : readName(walk, name)
    while (current !== null) {
      if (accept('.')) {
        const attribute: string | undefined = current?.[1]
        if (attribute === undefined) return -1
        register = walk.fresh(op.attribute, register, walk.name(attribute), line)
        current = next()
      } else if (accept('[')) {
        const argumentsOf = list(']')
        register = walk.fresh(op.item, register, argumentsOf, line)
      } else break
    }
    return register
  }

  /** A tuple of types up to the closing bracket; one type alone stands for itself. */
  function list(close: string): number {
    const members: number[] = []
    while (current !== null && !accept(close)) {
      members.push(union())
      if (!accept(',') && current?.[2] !== close) current = next()
    }
    if (members.length === 1) return members[0] ?? -1
    return walk.fresh(op.sequence, containerSort.tuple, members.length, ...members)
  }
}
