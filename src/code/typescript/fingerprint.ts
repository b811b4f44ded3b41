import { createHash } from 'node:crypto'
import type { Grammar } from '../syntax-tree.ts'
import { createTreeHasher } from '../tree-hasher.ts'
import type { FoundDefinition } from './definitions.ts'
import { createFingerprintRules } from './fingerprint-rules.ts'
import type { NamedTree } from './node-kinds.ts'

/** Part of every stored fingerprint; counts up when the algorithm gives another hash for the same text. */
const fingerprintVersion = 1

export interface Fingerprint {
  /** `1:` and 16 hexadecimal digits. */
  readonly value: string
  /** False where the definition touches a syntax error and the hash is of its raw text. */
  readonly exact: boolean
}

export type Fingerprinter = (view: NamedTree) => (definition: FoundDefinition) => Fingerprint

/** Decorators and overload signatures count with the declaration that they stand before. */
export function createFingerprinter(grammar: Grammar, isJsx: boolean): Fingerprinter {
  const hashTree = createTreeHasher(grammar, createFingerprintRules(grammar, isJsx))
  return (view) => {
    const { tree } = view
    const hashOf = hashTree(tree)
    return ({ parts }) => {
      const isFaulty = parts.some((part) =>
        tree.faults.some((fault) => fault >= part && fault < (tree.after[part] ?? 0)),
      )
      if (isFaulty) return { value: stamp(digest(textOf(view, parts).replaceAll('\r\n', '\n'))), exact: false }
      const [only = 0, ...more] = parts
      return { value: stamp(more.length === 0 ? hashOf(only) : digest(parts.map(hashOf).join())), exact: true }
    }
  }
}

function textOf({ tree }: NamedTree, parts: readonly number[]): string {
  return tree.source.slice(tree.start[parts[0] ?? 0], tree.end[parts.at(-1) ?? 0])
}

function stamp(hash: string): string {
  return `${fingerprintVersion}:${hash}`
}

function digest(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 16)
}
