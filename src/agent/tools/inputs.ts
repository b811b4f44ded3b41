/** Input fields that several tools share. */
import { z } from 'zod'
import { definitionKey, storedKey } from '../../graph/entities.ts'

export const refField = z.string().describe('Key of a function, as `find` gives it: `function:src/app.py::App.run`')

export const numberField = z.number().int().positive().describe('Without #')

export const keyOf = (ref: string) => storedKey(/^(?:function|class|file):/.test(ref) ? ref : `function:${ref}`)

const MOST_DEFINITIONS = 12

/** Keys of every definition of that name in that file: overloads, accessors and conditional definitions are one function to ask about. */
export function definitionKeys(ref: string): string[] {
  const [, path, qualifiedName] = /^function:(.+)::([^:~]+)(?:~\d+)?$/s.exec(ref) ?? []
  if (path === undefined || qualifiedName === undefined) return [keyOf(ref)]
  return Array.from({ length: MOST_DEFINITIONS }, (_, ordinal) =>
    storedKey(definitionKey('function', path, qualifiedName, ordinal)),
  )
}
