import { createHash } from 'node:crypto'
import type { Grammar, SyntaxTree } from '../syntax-tree.ts'
import { createTreeHasher } from '../tree-hasher.ts'
import type { ScannedDefinition } from './definitions.ts'
import { createFingerprintRules } from './fingerprint-rules.ts'
import { plainLayout } from './plain-layout.ts'

/** Part of every stored fingerprint; counts up when the algorithm gives another hash for the same text. */
const fingerprintVersion = 1

export interface Fingerprint {
  /** `1:` and 16 hexadecimal digits. */
  readonly value: string
  /** False where the definition touches a syntax error and the hash is of its raw text. */
  readonly exact: boolean
}

export interface Fingerprinter {
  /** Fingerprints of all definitions of a file; `nodes` are their function and class nodes in its tree, -1 where it has none. */
  ofFile(tree: SyntaxTree, definitions: readonly ScannedDefinition[], nodes: readonly number[]): Fingerprint[]
  /** The same for one definition, from its own text alone. */
  ofDefinition(source: string, definition: ScannedDefinition): Fingerprint
}

export function createFingerprinter(grammar: Grammar): Fingerprinter {
  const hashTree = createTreeHasher(grammar, createFingerprintRules(grammar))
  const decorated = grammar.kind('decorated_definition')
  const definitionKinds = new Set(['function_definition', 'class_definition'].map((name) => grammar.kind(name)))
  return { ofFile, ofDefinition }

  function ofFile(
    tree: SyntaxTree,
    definitions: readonly ScannedDefinition[],
    nodes: readonly number[],
  ): Fingerprint[] {
    // A syntax error may upset the tree far beyond itself; each definition is then parsed on its own.
    if (tree.faults.length > 0 || nodes.includes(-1)) return definitions.map((d) => ofDefinition(tree.source, d))
    const hashOf = hashTree(tree)
    return nodes.map((node) => exact(hashOf(withDecorators(tree, node))))
  }

  function ofDefinition(source: string, definition: ScannedDefinition): Fingerprint {
    const text = source.slice(definition.start, definition.end)
    const indentation = source.slice(source.lastIndexOf('\n', definition.start - 1) + 1, definition.start)
    // An `if` makes the indented text a valid module.
    const whole = indentation === '' ? `${text}\n` : `if 1:\n${indentation}${text}\n`
    const hash = hashOfOnly(grammar.parse(whole)) ?? hashOfOnly(grammar.parse(plainLayout(whole)))
    return hash === undefined ? { value: stamp(hashText(text)), exact: false } : exact(hash)
  }

  /** Hash of the first definition in a tree without faults. */
  function hashOfOnly(tree: SyntaxTree): string | undefined {
    const node = tree.kind.findIndex((kind) => definitionKinds.has(kind))
    return node === -1 || tree.faults.length > 0 ? undefined : hashTree(tree)(withDecorators(tree, node))
  }

  function withDecorators(tree: SyntaxTree, node: number): number {
    const above = tree.parent[node] ?? node
    return tree.kind[above] === decorated ? above : node
  }
}

function exact(hash: string): Fingerprint {
  return { value: stamp(hash), exact: true }
}

function stamp(hash: string): string {
  return `${fingerprintVersion}:${hash}`
}

/** Line ends do not count, even here. */
function hashText(text: string): string {
  return createHash('sha1').update(text.replaceAll('\r\n', '\n')).digest('hex').slice(0, 16)
}
