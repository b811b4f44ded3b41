import type { Language } from './language.ts'
import { pythonLanguage } from './python/index.ts'
import { typescriptLanguage } from './typescript/index.ts'

/** Every language that is parsed; the files of all others are only named. */
export const languages: readonly Language[] = [pythonLanguage, typescriptLanguage]

/** The language that reads a source file, by its extension; null where none does. */
export function languageOfSource(path: string): Language | null {
  const extension = path.slice(path.lastIndexOf('.')).toLowerCase()
  return languages.find(({ extensions }) => extensions.includes(extension)) ?? null
}
