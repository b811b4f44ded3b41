import { posix } from 'node:path'
import type { Language } from '../../code/language.ts'

/** Names of languages that are not parsed (yet): their files are counted and carry history. */
const OTHER_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  c: ['.c', '.h'],
  'c#': ['.cs'],
  'c++': ['.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx'],
  css: ['.css', '.less', '.sass', '.scss'],
  cython: ['.pxd', '.pyx'],
  go: ['.go'],
  html: ['.htm', '.html', '.j2', '.jinja', '.jinja2'],
  java: ['.java'],
  javascript: ['.cjs', '.js', '.jsx', '.mjs'],
  json: ['.json', '.jsonl'],
  kotlin: ['.kt', '.kts'],
  lua: ['.lua'],
  markdown: ['.markdown', '.md', '.mdx'],
  notebook: ['.ipynb'],
  php: ['.php'],
  restructuredtext: ['.rst'],
  ruby: ['.rb'],
  rust: ['.rs'],
  scala: ['.scala'],
  shell: ['.bash', '.fish', '.sh', '.zsh'],
  sql: ['.sql'],
  swift: ['.swift'],
  text: ['.txt'],
  toml: ['.toml'],
  typescript: ['.cts', '.mts', '.ts', '.tsx'],
  xml: ['.xml'],
  yaml: ['.yaml', '.yml'],
}

const BY_EXTENSION = new Map(
  Object.entries(OTHER_LANGUAGES).flatMap(([name, extensions]) => extensions.map((extension) => [extension, name])),
)

/** Language by extension; `other` where that says nothing. */
export function languageOfPath(path: string, parsed: readonly Language[]): string {
  const extension = posix.extname(path).toLowerCase()
  const language = parsed.find(({ extensions }) => extensions.includes(extension))
  return language?.name ?? BY_EXTENSION.get(extension) ?? 'other'
}
