import type { Grammar, SyntaxTree } from './syntax-tree.ts'

/** What of a language's tree does not count, and which spellings mean the same. Names are those of the grammar. */
export interface HashRules {
  /** Named nodes that never count: comments. */
  readonly skip: readonly string[]
  /** Bare tokens that never count, since the tree's shape already tells them: brackets, commas. */
  readonly skipTokens: readonly string[]
  /** Nodes that stand for their only child: redundant parentheses. */
  readonly transparent: readonly string[]
  /** Nodes hashed by their text, after `normalize`. */
  readonly leaves: Readonly<Record<string, (text: string) => string>>
  /** Kinds that count as another kind. */
  readonly sameAs: Readonly<Record<string, string>>
  /** Bare tokens that count as another token. */
  readonly sameTokens: Readonly<Record<string, string>>
  /** Nodes with a rule of their own; it must end with `hash.end(node)`. */
  readonly special: Readonly<Record<string, SpecialRule>>
}

export type SpecialRule = (node: number, hash: TreeHash) => void

/**
 * The hash of one tree in the making. A rule opens a composite with `begin`, feeds it in order, and closes it; every
 * child of its node has been hashed before.
 */
export interface TreeHash {
  readonly tree: SyntaxTree
  /** Opens a composite; `tag` tells apart composites of the same parts. */
  begin(tag: number): void
  /** Feeds the hash of a node. */
  add(node: number): void
  addText(text: string): void
  /** Feeds a constant. */
  addTag(tag: number): void
  /** Feeds a value that `close` returned. */
  addValue(value: HashValue): void
  /** Closes the composite and returns its hash, to feed it elsewhere. */
  close(): HashValue
  /** Closes the composite as the hash of `node`. */
  end(node: number): void
  /** Sets the hash of `node` to what `close` returned. */
  set(node: number, value: HashValue): void
  /** Hash of a node that has been hashed before. */
  hashOf(node: number): HashValue
  /** Gives `node` the hash of `other`. */
  copy(node: number, other: number): void
  /** Whether a node counts at all. */
  counts(node: number): boolean
  /** The children that count, bare tokens among them. */
  children(node: number): number[]
  /** Feeds the hash of every child that counts. */
  addChildren(node: number): void
  /** Whether one of the children, counting or not, is of this kind. */
  hasChild(node: number, kind: number): boolean
}

export interface HashValue {
  readonly high: number
  readonly low: number
}

/** Hexadecimal digits of a node's 64-bit hash. */
export type NodeHash = (node: number) => string

const enumRule = { composite: 0, skip: 1, token: 2, transparent: 3, leaf: 4, special: 5 } as const

/**
 * Makes a function that hashes every node of a tree once, bottom-up and without recursion. Equal normalised trees get equal hashes.
 * Throws when the rules name a kind that the grammar does not have.
 */
export function createTreeHasher(grammar: Grammar, rules: HashRules): (tree: SyntaxTree) => NodeHash {
  const kindCount = 0x1_0000
  const ruleOf = new Uint8Array(kindCount)
  const tagOf = new Uint16Array(kindCount).map((_, kind) => kind)
  grammar.named.forEach((named, kind) => {
    if (!named) ruleOf[kind] = enumRule.token
  })
  const leaves = new Map<number, (text: string) => string>()
  const specials = new Map<number, SpecialRule>()
  for (const name of rules.skip) ruleOf[grammar.kind(name)] = enumRule.skip
  for (const text of rules.skipTokens) ruleOf[grammar.token(text)] = enumRule.skip
  for (const name of rules.transparent) ruleOf[grammar.kind(name)] = enumRule.transparent
  for (const [name, other] of Object.entries(rules.sameAs)) tagOf[grammar.kind(name)] = grammar.kind(other)
  for (const [text, other] of Object.entries(rules.sameTokens)) tagOf[grammar.token(text)] = grammar.token(other)
  for (const [name, normalize] of Object.entries(rules.leaves)) {
    ruleOf[grammar.kind(name)] = enumRule.leaf
    leaves.set(grammar.kind(name), normalize)
  }
  for (const [name, special] of Object.entries(rules.special)) {
    ruleOf[grammar.kind(name)] = enumRule.special
    specials.set(grammar.kind(name), special)
  }
  const tokenHigh = tagOf32((tag) => Math.imul(tag ^ 0x5bd1_e995, 0x9e37_79b1))
  const tokenLow = tagOf32((tag) => Math.imul(tag ^ 0x27d4_eb2f, 0x85eb_ca77))
  return hashTree

  function tagOf32(scatter: (tag: number) => number): Int32Array {
    return new Int32Array(grammar.kinds.length).map((_, kind) => scatter(tagOf[kind] ?? 0))
  }

  function hashTree(tree: SyntaxTree): NodeHash {
    const { kind, after } = tree
    const high = new Int32Array(tree.count)
    const low = new Int32Array(tree.count)
    let h = 0
    let l = 0
    let parts = 0
    const hash: TreeHash = {
      tree,
      begin,
      add,
      addText,
      addTag,
      addValue,
      close,
      end,
      set,
      hashOf,
      copy,
      counts,
      children,
      addChildren,
      hasChild,
    }

    for (let node = tree.count - 1; node >= 0; node--) {
      const nodeKind = kind[node] ?? 0
      switch (ruleOf[nodeKind]) {
        case enumRule.skip:
          break
        case enumRule.token:
          high[node] = tokenHigh[nodeKind] ?? 0
          low[node] = tokenLow[nodeKind] ?? 0
          break
        case enumRule.leaf:
          begin(tagOf[nodeKind] ?? 0)
          addText((leaves.get(nodeKind) ?? identity)(tree.source.slice(tree.start[node], tree.end[node])))
          end(node)
          break
        case enumRule.special:
          specials.get(nodeKind)?.(node, hash)
          break
        default:
          hashComposite(node, nodeKind)
      }
    }
    return (node) => hex(high[node] ?? 0) + hex(low[node] ?? 0)

    function hashComposite(node: number, nodeKind: number): void {
      begin(tagOf[nodeKind] ?? 0)
      addChildren(node)
      if (parts === 1 && ruleOf[nodeKind] === enumRule.transparent) copy(node, children(node)[0] ?? node)
      else end(node)
    }

    /** The hot loop: the two halves in local variables. */
    function addChildren(node: number): void {
      const last = after[node] ?? 0
      let [a, b, count] = [h, l, parts]
      for (let child = node + 1; child < last; child = after[child] ?? last) {
        if (ruleOf[kind[child] ?? 0] === enumRule.skip) continue
        a = Math.imul((a << 15) | (a >>> 17), 0xcc9e_2d51) ^ (high[child] ?? 0)
        b = Math.imul((b << 13) | (b >>> 19), 0x1b87_3593) ^ (low[child] ?? 0)
        count++
      }
      h = a
      l = b
      parts = count
    }

    function children(node: number): number[] {
      const found: number[] = []
      const last = after[node] ?? 0
      for (let child = node + 1; child < last; child = after[child] ?? last) if (counts(child)) found.push(child)
      return found
    }

    function hasChild(node: number, wanted: number): boolean {
      const last = after[node] ?? 0
      for (let child = node + 1; child < last; child = after[child] ?? last) if (kind[child] === wanted) return true
      return false
    }

    function begin(tag: number): void {
      h = Math.imul(tag + 0x9e37_79b9, 0x85eb_ca6b)
      l = Math.imul(tag + 0x7f4a_7c15, 0xc2b2_ae35)
      parts = 0
    }
    function mix(a: number, b: number): void {
      h = Math.imul((h << 15) | (h >>> 17), 0xcc9e_2d51) ^ a
      l = Math.imul((l << 13) | (l >>> 19), 0x1b87_3593) ^ b
      parts++
    }
    function add(node: number): void {
      mix(high[node] ?? 0, low[node] ?? 0)
    }
    function addValue(value: HashValue): void {
      mix(value.high, value.low)
    }
    function addTag(tag: number): void {
      mix(Math.imul(tag + 1, 0x27d4_eb2f), Math.imul(tag + 1, 0x1656_67b1))
    }
    function addText(text: string): void {
      let [a, b] = [h, l]
      for (let i = 0; i < text.length; i++) {
        const char = text.charCodeAt(i)
        a = Math.imul(a ^ char, 0x0100_0193)
        b = Math.imul((b << 5) | (b >>> 27), 0x9e37_79b1) ^ char
      }
      h = a
      l = b
      mix(text.length, text.length)
    }
    /** Finaliser of MurmurHash3, the two halves crossed so that each depends on both. */
    function finish(): void {
      h ^= parts
      l ^= parts
      h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b)
      l = Math.imul(l ^ (l >>> 13), 0xc2b2_ae35)
      h = Math.imul(h ^ (l >>> 15), 0xc2b2_ae35)
      l = Math.imul(l ^ (h >>> 16), 0x85eb_ca6b)
      h ^= h >>> 16
      l ^= l >>> 15
    }
    function close(): HashValue {
      finish()
      return { high: h, low: l }
    }
    function end(node: number): void {
      finish()
      high[node] = h
      low[node] = l
    }
    function copy(node: number, other: number): void {
      high[node] = high[other] ?? 0
      low[node] = low[other] ?? 0
    }
    function counts(node: number): boolean {
      return ruleOf[kind[node] ?? 0] !== enumRule.skip
    }
    function set(node: number, value: HashValue): void {
      high[node] = value.high
      low[node] = value.low
    }
    function hashOf(node: number): HashValue {
      return { high: high[node] ?? 0, low: low[node] ?? 0 }
    }
  }
}

function identity(text: string): string {
  return text
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, '0')
}
