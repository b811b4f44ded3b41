import type { Language } from './language.ts'
import { pythonLanguage } from './python/index.ts'
import { typescriptLanguage } from './typescript/index.ts'

/** Every language that is parsed; the files of all others are only named. */
export const languages: readonly Language[] = [pythonLanguage, typescriptLanguage]
