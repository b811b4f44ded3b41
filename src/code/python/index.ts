import { createCallReader } from '../call-sites.ts'
import type { FileFacts } from '../facts.ts'
import type { Language, LanguageParser, Outline } from '../language.ts'
import { lineCounter } from '../line-counter.ts'
import type { Grammar, SyntaxTree } from '../syntax-tree.ts'
import { loadGrammar } from '../tree-sitter.ts'
import { type ScannedDefinition, scanDefinitions } from './definitions.ts'
import { createFingerprinter } from './fingerprint.ts'
import type { PythonFlow } from './flow/flow-facts.ts'
import { createFlowExtractor, type ParsedFile } from './flow.ts'
import { createOutline } from './outline.ts'
import { resolvePython } from './resolve/resolve-python.ts'
import { readSignature } from './signature.ts'

export const pythonLanguage: Language = {
  name: 'python',
  extensions: ['.py', '.pyi'],
  version: '2',
  load,
  resolve: resolvePython,
}

/** A source with every sort of node that the reader of trees handles: fields, aliases, extras, errors, strings. */
const probe = `@cache
async def f(a, *b: int, c="x\\n", **d) -> int:
    # comment
    if a not in b: return f"{a!r:>{c}}"

class C(B, metaclass=M):
    x: int = (1 +
        2)
print(
`

let loaded: Promise<LanguageParser> | undefined

function load(): Promise<LanguageParser> {
  loaded ??= loadGrammar('python', probe).then(createParser)
  return loaded
}

function createParser(grammar: Grammar): LanguageParser {
  const fingerprinter = createFingerprinter(grammar)
  const extractFlow = createFlowExtractor(grammar)
  const definitionKinds = new Set(['function_definition', 'class_definition'].map((name) => grammar.kind(name)))
  const readCalls = createCallReader(grammar, {
    calls: { call: 'function' },
    members: { attribute: { object: 'object', name: 'attribute' } },
    list: 'argument_list',
    keyword: 'keyword_argument',
    spreads: ['list_splat', 'dictionary_splat'],
    comment: 'comment',
  })
  return {
    extract,
    outline: (source): Outline => createOutline(source, fingerprinter),
    calls: (source) => readCalls(grammar.parse(source)),
  }

  function extract(source: string): FileFacts {
    const tree = grammar.parse(source)
    const scanned = scanDefinitions(source)
    const nodes = matchNodes(tree, scanned)
    const fingerprints = fingerprinter.ofFile(tree, scanned, nodes)
    const definitions = scanned.map((d, i) => ({
      kind: d.kind,
      name: d.name,
      qualifiedName: d.qualifiedName,
      ordinal: d.ordinal,
      parent: d.parent,
      startLine: d.startLine,
      endLine: d.endLine,
      signature: readSignature(source, d.header),
      fingerprint: fingerprints[i]?.value ?? '',
      exact: fingerprints[i]?.exact ?? false,
    }))
    const flow = flowOf({ tree, definitions, nodes, lineOf: lineCounter(source) })
    return { language: 'python', definitions, flow, syntaxErrors: tree.faults.length }
  }

  /** Null where expressions hang deeper than the stack reaches; the definitions stand all the same. */
  function flowOf(file: ParsedFile): PythonFlow | null {
    try {
      return extractFlow(file)
    } catch (error) {
      if (error instanceof RangeError) return null
      throw error
    }
  }

  /** The tree's node of each definition, both being in source order. */
  function matchNodes(tree: SyntaxTree, scanned: readonly ScannedDefinition[]): number[] {
    const nodes = scanned.map(() => -1)
    let next = 0
    for (let node = 0; node < tree.count; node++) {
      if (!definitionKinds.has(tree.kind[node] ?? 0)) continue
      const start = tree.start[node] ?? 0
      while ((scanned[next]?.header ?? start) < start) next++
      if (scanned[next]?.header === start) nodes[next] = node
    }
    return nodes
  }
}
