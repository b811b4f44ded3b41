/** Who may import whom: docs/architecture.md as a check. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LINE_LIMIT = 400

const LEAVES = [
  'src/process-identity.ts',
  'src/word-age.ts',
  'src/chat.ts',
  'src/errors.ts',
  'src/logger.ts',
  'src/plain-text.ts',
  'src/redact.ts',
  'src/shutdown.ts',
  'src/urls.ts',
]
const PARTS = ['src/git/', 'src/github/', 'src/code/', 'src/graph/']

/** The first row whose prefix fits a file decides what of ours it may import, apart from its own folder and the leaves. */
const RULES: readonly { readonly from: string; readonly may: readonly string[] }[] = [
  { from: 'src/redact.ts', may: [] },
  { from: 'src/process-identity.ts', may: [] },
  { from: 'src/plain-text.ts', may: [] },
  { from: 'src/chat.ts', may: [] },
  { from: 'src/word-age.ts', may: [] },
  { from: 'src/errors.ts', may: [] },
  { from: 'src/shutdown.ts', may: [] },
  { from: 'src/urls.ts', may: [] },
  { from: 'src/logger.ts', may: ['src/redact.ts'] },
  { from: 'src/language-model.ts', may: ['src/errors.ts'] },
  { from: 'src/groq/', may: [...LEAVES, 'src/language-model.ts'] },
  { from: 'src/config.ts', may: LEAVES },
  { from: 'src/git/', may: LEAVES },
  { from: 'src/github/', may: LEAVES },
  { from: 'src/code/', may: LEAVES },
  { from: 'src/graph/', may: LEAVES },
  { from: 'src/repositories.ts', may: [...LEAVES, 'src/graph/'] },
  { from: 'src/ingest/', may: [...LEAVES, ...PARTS, 'src/repositories.ts'] },
  { from: 'src/jobs/', may: [...LEAVES, 'src/graph/'] },
  { from: 'src/picture/', may: LEAVES },
  { from: 'src/settings/', may: [...LEAVES, 'src/graph/'] },
  { from: 'src/memory/', may: [...LEAVES, 'src/graph/', 'src/language-model.ts'] },
  { from: 'src/experts/', may: [...LEAVES, 'src/graph/'] },
  { from: 'src/agent/', may: [...LEAVES, 'src/graph/', 'src/experts/', 'src/memory/', 'src/language-model.ts'] },
  { from: 'src/review/', may: [...LEAVES, ...PARTS, 'src/experts/', 'src/memory/', 'src/language-model.ts'] },
  {
    from: 'src/digest/',
    may: [...LEAVES, 'src/graph/', 'src/memory/', 'src/experts/', 'src/settings/', 'src/jobs/', 'src/repositories.ts'],
  },
  { from: 'src/bot/', may: [...LEAVES, ...PARTS, 'src/review/', 'src/repositories.ts'] },
  { from: 'src/main.ts', may: ['src/', 'adapters/', 'handlers/'] },
  { from: 'src/app.ts', may: ['src/', 'adapters/', 'handlers/'] },
  { from: 'src/cli/', may: ['src/', 'adapters/', 'handlers/'] },
  {
    from: 'handlers/',
    may: [
      ...LEAVES,
      ...PARTS,
      'src/ingest/',
      'src/experts/',
      'src/memory/',
      'src/agent/',
      'src/review/',
      'src/digest/',
      'src/repositories.ts',
      'src/settings/',
      'src/jobs/',
      'src/picture/',
    ],
  },
  { from: 'src/markdown/', may: [] },
  { from: 'adapters/', may: ['src/chat.ts', 'src/errors.ts', 'src/logger.ts', 'src/markdown/'] },
]

/** Where things are put together; nothing else may import them. */
const ROOTS = ['src/main.ts', 'src/app.ts', 'src/cli/', 'src/config.ts']

/** Schemas are written with it wherever data is parsed. */
const EVERYWHERE = new Set(['zod'])

interface SourceFile {
  readonly path: string
  readonly text: string
  /** Paths of ours from the root, or package names. */
  readonly own: readonly string[]
  readonly packages: readonly string[]
}

function sourceFiles(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(join(folder, name))),
  )
}

function read(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const specifiers = importsOf(text)
  return {
    path,
    text,
    own: specifiers
      .filter((name) => name.startsWith('.'))
      .map((name) => relative(ROOT, join(ROOT, dirname(path), name))),
    packages: specifiers
      .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
  }
}

function importsOf(text: string): string[] {
  const statement = /^\s*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]/gm
  const dynamic = /\b(?:import|require\.resolve|import\.meta\.resolve)\(\s*['"]([^'"]+)['"]/g
  return [...text.matchAll(statement), ...text.matchAll(dynamic)].map((match) => match[1] ?? '')
}

const isUnder = (path: string, prefixes: readonly string[]) => prefixes.some((prefix) => path.startsWith(prefix))
/** A part's own folder: `src/git/`, `adapters/terminal/`, `handlers/`. */
const folderOf = (path: string) =>
  `${path
    .split('/')
    .slice(0, path.startsWith('handlers/') ? 1 : 2)
    .join('/')}/`

const sources = sourceFiles('src', 'adapters', 'handlers')

describe('the check itself', () => {
  it('sees every form of import', () => {
    const text = [
      "import a from './a.ts'",
      "import type { B } from './b.ts'",
      "import {\n  c,\n  d,\n} from './c.ts'",
      "export { e } from './e.ts'",
      "import './f.ts'",
      "const g = await import('./g.ts')",
    ].join('\n')
    expect(importsOf(text)).toEqual(['./a.ts', './b.ts', './c.ts', './e.ts', './f.ts', './g.ts'])
  })

  it('has a rule for every file', () => {
    expect(
      sources.map((file) => file.path).filter((path) => !RULES.some((rule) => path.startsWith(rule.from))),
    ).toEqual([])
    expect(sources.length).toBeGreaterThan(20)
  })
})

describe('layers', () => {
  it.each(RULES)('$from imports only what it may', ({ from, may }) => {
    const files = sources.filter((file) => RULES.find((rule) => file.path.startsWith(rule.from))?.from === from)
    const wrong = files.flatMap((file) =>
      file.own
        .filter((target) => !isUnder(target, may) && folderOf(target) !== folderOf(file.path))
        .map((target) => `${file.path} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('nothing imports what puts the program together', () => {
    const wrong = sources
      .filter((file) => !isUnder(file.path, ROOTS))
      .flatMap((file) =>
        file.own.filter((target) => isUnder(target, ROOTS)).map((target) => `${file.path} imports ${target}`),
      )
    expect(wrong).toEqual([])
  })

  it('a package of others is imported by one file; adapters keep theirs to their folder', () => {
    const importers = new Map<string, Set<string>>()
    for (const file of sources) {
      for (const name of file.packages) {
        const importer = file.path.startsWith('adapters/') ? folderOf(file.path) : file.path
        importers.set(name, (importers.get(name) ?? new Set()).add(importer))
      }
    }
    const shared = [...importers].filter(([name, files]) => files.size > 1 && !EVERYWHERE.has(name))
    expect(shared.map(([name, files]) => `${name}: ${[...files].sort().join(', ')}`)).toEqual([])
  })
})

describe('habits', () => {
  it('only the configuration reads the environment; git is handed a cleaned copy', () => {
    const readers = sources.filter((file) => /process\.env\b|process\[['"]env/.test(file.text)).map((file) => file.path)
    expect(readers.sort()).toEqual(['src/config.ts', 'src/git/run-git.ts'])
  })

  it(`no source file is longer than ${LINE_LIMIT} lines`, () => {
    const files = [...sources, ...sourceFiles('test', 'bench', 'eval')]
    const long = files
      .map((file) => [file.path, file.text.split('\n').length - 1] as const)
      .filter(([, lines]) => lines > LINE_LIMIT)
    expect(long).toEqual([])
  })

  it('every variable that the configuration reads is documented, and no other', () => {
    const config = readFileSync(join(ROOT, 'src/config.ts'), 'utf8')
    const known = [...config.matchAll(/^ {2}([A-Z][A-Z_]+): z\b/gm)].map((match) => match[1])
    const documented = readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)
    expect([...documented].map((match) => match[1]).sort()).toEqual(known.sort())
  })
})
