/** Public names that a change takes away from where other code may import them. */

import { isTestPath } from '../../code/is-test-path.ts'
import type { OutlineEntry } from '../../code/language.ts'
import { definitionKey } from '../../graph/entities.ts'
import { isAside } from '../mapping/is-aside.ts'
import type { ChangedFile, SourceSide } from '../mapping/read-change.ts'

export interface RemovedName {
  /** Readable key. */
  readonly ref: string
  readonly path: string
  readonly qualified_name: string
  readonly start_line: number
  readonly end_line: number
}

/**
 * Functions and classes that were public, on the top level or in a class, and that their file does not even name any more. Of what
 * is nested in each other the outermost counts. A file that is only renamed keeps its names: who imports them sees no more than its
 * path. `moved`: keys of functions that live on elsewhere; methods among them went to a base class, most likely.
 */
export function removedNames(files: readonly ChangedFile[], moved: ReadonlySet<string>): RemovedName[] {
  return files.flatMap(({ old, new: now, was }) => {
    if (old === null || was === null || isTestPath(was) || isAside(was)) return []
    const left = new Set(now?.outline.entries.map(({ qualifiedName }) => qualifiedName))
    const text = now?.lines.text ?? ''
    const refOf = ({ kind, qualifiedName, ordinal }: OutlineEntry) => definitionKey(kind, was, qualifiedName, ordinal)
    const gone = old.outline.entries.filter((entry) => isPublic(entry, old) && !left.has(entry.qualifiedName))
    return gone
      .filter(({ qualifiedName }) => !isNamed(lastName(qualifiedName), text))
      .filter((entry) => entry.parent === null || !moved.has(refOf(entry)))
      .filter(({ qualifiedName }) => !gone.some((outer) => qualifiedName.startsWith(`${outer.qualifiedName}.`)))
      .map((entry) => ({
        ref: refOf(entry),
        path: was,
        qualified_name: entry.qualifiedName,
        start_line: entry.startLine,
        end_line: entry.endLine,
      }))
  })
}

function isPublic(entry: OutlineEntry, side: SourceSide): boolean {
  const { entries } = side.outline
  const parent = entry.parent === null ? null : entries[entry.parent]
  if (/(^|\.)[_#]/.test(entry.qualifiedName) || parent?.kind === 'function') return false
  if (side.language.name === 'python') return true
  const outermost = entries.find(({ qualifiedName }) => qualifiedName === entry.qualifiedName.split('.')[0])
  const line = (outermost ?? entry).startLine
  return /^\s*(export|module\.exports|exports\.)/.test(side.lines.between(line, line))
}

/** Still imported, assigned or exported there: then it is only defined elsewhere. */
function isNamed(name: string, text: string): boolean {
  return new RegExp(`(?<![\\w$])${name.replace(/[$]/g, '\\$')}(?![\\w$])`).test(text)
}

const lastName = (qualifiedName: string) => qualifiedName.slice(qualifiedName.lastIndexOf('.') + 1)
