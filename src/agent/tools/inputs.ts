/** Input fields that several tools share. */
import { z } from 'zod'
import { storedKey } from '../../graph/entities.ts'

export const refField = z.string().describe('Key of a function, as `find` gives it: `function:src/app.py::App.run`')

export const numberField = z.number().int().positive().describe('Number without #')

export const keyOf = (ref: string) => storedKey(/^(?:function|class|file):/.test(ref) ? ref : `function:${ref}`)
