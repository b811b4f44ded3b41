import { type CallSite, createCallReader } from '../call-sites.ts'
import type { FileFacts } from '../facts.ts'
import { innermostFunction } from '../innermost-function.ts'
import type { Language, LanguageParser, Outline } from '../language.ts'
import type { Grammar, SyntaxTree } from '../syntax-tree.ts'
import { loadGrammar } from '../tree-sitter.ts'
import { type FoundDefinition, findDefinitions } from './definitions.ts'
import { createFingerprinter, type Fingerprint } from './fingerprint.ts'
import type { TypescriptFlow } from './flow/flow-facts.ts'
import { readFlow } from './flow.ts'
import { createNaming, type NamedTree } from './node-kinds.ts'
import { resolveTypescript } from './resolve/resolve-typescript.ts'
import { readSettings } from './settings.ts'
import { readSignature } from './signature.ts'

/** TypeScript, TSX and JavaScript: one language to the resolver, since their modules import each other. */
export const typescriptLanguage: Language = {
  name: 'typescript',
  extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'],
  settings: /^(?:package|[jt]sconfig(?:\.[\w.-]+)?)\.json$/,
  version: '1',
  load,
  resolve: resolveTypescript,
}

/** Sources with every sort of node that the reader of trees handles: fields, aliases, extras, errors, strings. */
const probe = `// comment
@d export class A<T> extends B<T> { #p = (x?: number): x is T => \`a\${x}\\n\`; static async *m() { yield /r/g } }
const { u = 2, ...v } = a?.b!.c[0] as const, [w] = x => ({ 'a': 1, b, ...c })
for (const [k, { b: c }] of x) if (k) label: f(
`
const jsxProbe = `${probe}\nlet j = <A b="c" {...d}>text &amp; {e}</A>\n`

interface Dialect {
  read(source: string): SyntaxTree
  /** The same, faster for another version of a file read before. */
  readVersion(source: string): SyntaxTree
  name(tree: SyntaxTree): NamedTree
  fingerprints(view: NamedTree): (definition: FoundDefinition) => Fingerprint
  calls(tree: SyntaxTree): CallSite[]
}

let loaded: Promise<LanguageParser> | undefined

function load(): Promise<LanguageParser> {
  loaded ??= Promise.all([loadGrammar('typescript', probe), loadGrammar('tsx', jsxProbe)]).then(([plain, jsx]) =>
    createParser(createDialect(plain, false), createDialect(jsx, true)),
  )
  return loaded
}

function createDialect(grammar: Grammar, isJsx: boolean): Dialect {
  return {
    read: grammar.parse,
    readVersion: grammar.parseVersion,
    name: createNaming(grammar, isJsx),
    fingerprints: createFingerprinter(grammar, isJsx),
    calls: createCallReader(grammar, {
      calls: { call_expression: 'function', new_expression: 'constructor' },
      members: { member_expression: { object: 'object', name: 'property' } },
      list: 'arguments',
      keyword: null,
      spreads: ['spread_element'],
      comment: 'comment',
    }),
  }
}

function createParser(plain: Dialect, jsx: Dialect): LanguageParser {
  return { extract, outline, calls }

  function calls(source: string): CallSite[] {
    const { view, dialect } = parse(source)
    return dialect.calls(view.tree)
  }

  function extract(source: string): FileFacts {
    const settings = readSettings(source)
    if (settings !== null) return { language: 'typescript', definitions: [], flow: settings, syntaxErrors: 0 }
    const { view, dialect } = parse(source)
    const found = findDefinitions(view)
    const fingerprintOf = dialect.fingerprints(view)
    const definitions = found.map((each) => {
      const { kind, name, qualifiedName, ordinal, parent, startLine, endLine } = each
      const { value, exact } = fingerprintOf(each)
      const signature = readSignature(view, each)
      return { kind, name, qualifiedName, ordinal, parent, startLine, endLine, signature, fingerprint: value, exact }
    })
    return { language: 'typescript', definitions, flow: flowOf(view, found), syntaxErrors: view.tree.faults.length }
  }

  /** Null where expressions hang deeper than the stack reaches; the definitions stand all the same. */
  function flowOf(view: NamedTree, found: readonly FoundDefinition[]): TypescriptFlow | null {
    try {
      return readFlow(view, found)
    } catch (error) {
      if (error instanceof RangeError) return null
      throw error
    }
  }

  function outline(source: string): Outline {
    const { view, dialect } = parse(source, 'readVersion')
    const entries = findDefinitions(view)
    let fingerprintOf: ReturnType<Dialect['fingerprints']> | undefined
    return {
      entries,
      innermostFunction: (line) => innermostFunction(entries, line),
      signature: (index) => readSignature(view, entryAt(index)),
      fingerprint(index) {
        fingerprintOf ??= dialect.fingerprints(view)
        return fingerprintOf(entryAt(index)).value
      },
      dispose: () => {},
    }

    function entryAt(index: number): FoundDefinition {
      const entry = entries[index]
      if (entry === undefined) throw new RangeError(`the outline has ${entries.length} entries, not one at ${index}`)
      return entry
    }
  }

  /**
   * The grammars differ in `<`: a type assertion in one, an element in the other. A file's text does not say which it is, so
   * the one with fewer syntax errors is taken; only what has errors is parsed again.
   */
  function parse(source: string, read: 'read' | 'readVersion' = 'read'): { view: NamedTree; dialect: Dialect } {
    let best = { tree: plain[read](source), dialect: plain }
    const attempt = (text: string, dialect: Dialect) => {
      if (best.tree.faults.length === 0) return
      const tree = dialect[read](text)
      if (tree.faults.length < best.tree.faults.length) best = { tree: { ...tree, source }, dialect }
    }
    if (/<\/|\/>/.test(source)) attempt(source, jsx)
    attempt(separated(source), plain)
    return { view: best.dialect.name(best.tree), dialect: best.dialect }
  }
}

/**
 * The grammar takes a generic signature that begins a line for type arguments of the line before, unless a semicolon ends that.
 * One in place of a blank changes no offset.
 */
function separated(source: string): string {
  return source.replace(/(\n[ \t]*)[ \t](?=<)/g, '$1;')
}
