import { posix } from 'node:path'

/** What people call the languages that files are written in, parsed or not. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
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
  python: ['.py', '.pyi'],
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
  Object.entries(LANGUAGES).flatMap(([name, extensions]) => extensions.map((extension) => [extension, name])),
)

/** Language by extension; `other` where that says nothing. */
export function languageOfPath(path: string): string {
  return BY_EXTENSION.get(posix.extname(path).toLowerCase()) ?? 'other'
}
