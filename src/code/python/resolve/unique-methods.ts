import { commonMethods } from './common-methods.ts'
import type { Program } from './program.ts'

/** Shorter names of one word are too likely to belong to something else. */
const shortestWord = 9

/** Methods whose name is given to no other function of the repository, and to no usual built-in: function by name. */
export function uniqueMethods(program: Program): Map<number, number> {
  const unique = new Map<number, number>()
  const { names, functions, files } = program
  const byText = new Map<string, number>()
  const seen = new Set<string>()
  for (let fn = 0; fn < functions.count; fn++) {
    const definition = functions.definition[fn] ?? -1
    if (definition < 0) continue
    const text = files[functions.file[fn] ?? -1]?.definitions[definition]?.name ?? ''
    if (seen.has(text)) byText.delete(text)
    else if ((functions.method[fn] ?? -1) >= 0 && isTelling(text)) byText.set(text, fn)
    seen.add(text)
  }
  for (const [index, text] of names.entries()) {
    const fn = byText.get(text)
    if (fn !== undefined) unique.set(index, fn)
  }
  return unique
}

function isTelling(name: string): boolean {
  if (name.startsWith('__') || commonMethods.has(name)) return false
  return name.replace(/^_+/, '').includes('_') || name.length >= shortestWord
}
