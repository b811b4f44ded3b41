import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Edit, Language, Parser, type Tree } from 'web-tree-sitter'
import { createSubtreeReader, type SubtreeReader, type WasmMemory } from './subtree-reader.ts'
import { errorKind, type Grammar, type SyntaxTree } from './syntax-tree.ts'
import { createVersionParser, type SourceEdit } from './version-parser.ts'

/** The part of WebAssembly's own API that the types of Node leave out. */
declare const WebAssembly: { readonly Memory: new (pages: { initial: number; maximum: number }) => WasmMemory }

/** 32 MB to start with, as the library's own default; it grows on demand to at most 2 GB. */
const memory = new WebAssembly.Memory({ initial: 512, maximum: 32_768 })
/** Code units handed to the parser at a time; its buffer holds 5,119. Copying flat pieces is faster than handing it the whole rest. */
const chunkLength = 5_000
const require = createRequire(import.meta.url)
let initialised: Promise<void> | undefined

/**
 * Loads a grammar of `@vscode/tree-sitter-wasm` by name (`python`) into this thread. `probe` is a source of that language
 * with every kind of nesting: the tree read from it must equal what tree-sitter's own cursor says, or loading fails.
 */
export async function loadGrammar(name: string, probe: string): Promise<Grammar> {
  initialised ??= Parser.init({ wasmMemory: memory })
  await initialised
  const file = require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)
  const language = await Language.load(await readFile(file))
  const parser = new Parser().setLanguage(language)
  const reader = createSubtreeReader(memory)

  const treeOf = (source: string, old: Tree | null): Tree => {
    const tree = parser.parse((index) => source.slice(index, index + chunkLength), old)
    if (tree === null) throw new Error(`tree-sitter gave no tree for ${name}`)
    return tree
  }
  const read = (tree: Tree, source: string): SyntaxTree => reader.read(tree.rootNode.id, source)
  const parse = (source: string): SyntaxTree => {
    const tree = treeOf(source, null)
    try {
      return read(tree, source)
    } finally {
      tree.delete()
    }
  }

  checkReader(parser, reader, probe)
  return {
    kinds: language.types,
    named: language.types.map((_, kind) => language.nodeTypeIsNamed(kind)),
    kind: (node) => known(language.idForNodeType(node, true), 'node', node),
    token: (text) => known(language.idForNodeType(text, false), 'token', text),
    field: (field) => known(language.fieldIdForName(field), 'field', field),
    parse,
    parseVersion: createVersionParser({ parse: treeOf, edited, hasErrors, free }, read),
  }

  function known(id: number | null, what: string, wanted: string): number {
    if (id === null || id === 0) throw new Error(`the ${name} grammar has no ${what} '${wanted}'`)
    return id
  }
}

function edited(tree: Tree, edit: SourceEdit): Tree {
  const copy = tree.copy()
  copy.edit(new Edit(edit))
  return copy
}

function hasErrors(tree: Tree): boolean {
  return tree.rootNode.hasError
}

function free(tree: Tree): void {
  tree.delete()
}

/** Throws unless the reader's tree of `probe` equals the one that the public cursor walks. */
function checkReader(parser: Parser, reader: SubtreeReader, probe: string): void {
  const tree = parser.parse(probe)
  if (tree === null) throw new Error('tree-sitter gave no tree for the probe')
  try {
    const read = reader.read(tree.rootNode.id, probe)
    const count = compareWithCursor(tree, read)
    if (count !== read.count) throw new Error('web-tree-sitter lays out its trees differently from what we read')
  } finally {
    tree.delete()
  }
}

/** Number of nodes that agree, from the first on. */
function compareWithCursor(tree: Tree, read: SyntaxTree): number {
  const cursor = tree.walk()
  let node = 0
  let parent = 0
  const agrees = () =>
    read.kind[node] === (cursor.nodeTypeId === -1 ? errorKind : cursor.nodeTypeId) &&
    read.field[node] === cursor.currentFieldId &&
    read.start[node] === cursor.startIndex &&
    read.end[node] === cursor.endIndex &&
    read.parent[node] === parent
  try {
    for (;;) {
      if (!agrees()) return node
      if (cursor.gotoFirstChild()) {
        parent = node++
        continue
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return node + 1
        parent = read.parent[parent] ?? 0
      }
      node++
    }
  } finally {
    cursor.delete()
  }
}
