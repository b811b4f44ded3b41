import { errorKind, type SyntaxTree } from './syntax-tree.ts'

/**
 * Reads a whole tree out of tree-sitter's WebAssembly memory in one pass: 20 times faster than its cursor, which crosses
 * into WebAssembly several times for each node. The layout is that of `SubtreeInlineData`, `SubtreeHeapData` and `TSLanguage` in
 * https://github.com/tree-sitter/tree-sitter/blob/master/lib/src/subtree.h and parser.h for a 32-bit little-endian
 * machine; whoever loads a grammar checks it against the public cursor (docs/adr/0010).
 */
export interface SubtreeReader {
  /** `root` is the `id` of a live tree's root node, the address of its `TSTree`. */
  read(root: number, source: string): SyntaxTree
}

/** WebAssembly's linear memory; `buffer` is another object after it has grown. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
}

/** Offsets in bytes of the members that are read. */
const tree = { language: 8 }
const language = { maxAliasLength: 36, fieldSlices: 64, fieldEntries: 68, publicSymbols: 76, aliases: 84 }
const heap = {
  padding: 4,
  size: 16,
  errorCost: 32,
  childCount: 36,
  symbol: 40,
  flags: 44,
  descendants: 56,
  production: 66,
}
const inline = { symbol: 1, padding: 6, size: 7 }
const bytesPerSubtree = 8
const bytesPerCodeUnit = 2

/** Frame of the descent, as offsets into one growing array: subtree, next child, its number without extras, position, node, field. */
const frameSize = 6

export function createSubtreeReader(memory: WasmMemory): SubtreeReader {
  let stack = new Uint32Array(1024 * frameSize)

  return { read }

  function read(root: number, source: string): SyntaxTree {
    const bytes = new Uint8Array(memory.buffer)
    const words = new Uint32Array(memory.buffer)
    const halves = new Uint16Array(memory.buffer)
    const grammar = word(root + tree.language)
    const aliases = word(grammar + language.aliases)
    const maxAliasLength = halves[(grammar + language.maxAliasLength) >> 1] ?? 0
    const publicSymbols = word(grammar + language.publicSymbols)
    const fieldSlices = word(grammar + language.fieldSlices)
    const fieldEntries = word(grammar + language.fieldEntries)

    const rootIsInline = (byte(root) & 1) === 1
    const capacity = rootIsInline ? 1 : childCountOf(word(root)) === 0 ? 1 : word(word(root) + heap.descendants) + 1
    const kind = new Uint16Array(capacity)
    const field = new Uint8Array(capacity)
    const start = new Uint32Array(capacity)
    const end = new Uint32Array(capacity)
    const after = new Uint32Array(capacity)
    const parent = new Uint32Array(capacity)
    const faults: number[] = []
    let count = 0
    let depth = 0

    visit(root, 0, paddingOf(root), 0, 0)
    while (depth > 0) {
      const frame = (depth - 1) * frameSize
      const subtree = at(frame)
      const index = at(frame + 1)
      const children = childCountOf(subtree)
      if (index === children) {
        depth--
        const node = at(frame + 4)
        if (node !== hidden) after[node] = count
        continue
      }
      const child = subtree - (children - index) * bytesPerSubtree
      const position = at(frame + 3) + (index > 0 ? paddingOf(child) : 0)
      stack[frame + 1] = index + 1
      stack[frame + 3] = position + sizeOf(child)
      let alias = 0
      let ownField = 0
      if (!isExtra(child)) {
        const structural = at(frame + 2)
        stack[frame + 2] = structural + 1
        const production = halves[(subtree + heap.production) >> 1] ?? 0
        if (production > 0) alias = halves[(aliases >> 1) + production * maxAliasLength + structural] ?? 0
        ownField = fieldAt(production, structural)
        if (ownField === 0) ownField = at(frame + 5)
      }
      visit(child, alias, position, enclosingNode(), ownField)
    }
    return { source, count, kind, field, start, end, after, parent, faults }

    function visit(slot: number, alias: number, position: number, above: number, ownField: number): void {
      const isInline = (byte(slot) & 1) === 1
      const subtree = isInline ? slot : word(slot)
      const visible =
        alias > 0 || slot === root || (isInline ? (byte(slot) & 2) > 0 : (byte(subtree + heap.flags) & 1) > 0)
      let node = hidden
      if (visible) {
        node = count++
        const symbol =
          alias > 0 ? alias : isInline ? byte(slot + inline.symbol) : (halves[(subtree + heap.symbol) >> 1] ?? 0)
        kind[node] = symbol >= errorKind - 1 ? symbol : (halves[(publicSymbols >> 1) + symbol] ?? 0)
        field[node] = ownField
        start[node] = position / bytesPerCodeUnit
        end[node] = (position + sizeOf(slot)) / bytesPerCodeUnit
        after[node] = count
        parent[node] = above
        const missing = isInline ? (byte(slot) & 32) > 0 : (byte(subtree + heap.flags + 1) & 2) > 0
        if (missing || symbol === errorKind) faults.push(node)
      }
      if (!isInline && childCountOf(subtree) > 0) push(subtree, position, node, visible ? 0 : ownField)
    }

    function push(subtree: number, position: number, node: number, inheritedField: number): void {
      const frame = depth++ * frameSize
      if (frame + frameSize > stack.length) {
        const larger = new Uint32Array(stack.length * 2)
        larger.set(stack)
        stack = larger
      }
      stack[frame] = subtree
      stack[frame + 1] = 0
      stack[frame + 2] = 0
      stack[frame + 3] = position
      stack[frame + 4] = node
      stack[frame + 5] = inheritedField
    }

    /** The innermost visible node of the frames. */
    function enclosingNode(): number {
      for (let frame = (depth - 1) * frameSize; frame >= 0; frame -= frameSize) {
        const node = at(frame + 4)
        if (node !== hidden) return node
      }
      return 0
    }

    function fieldAt(production: number, structural: number): number {
      const slice = word(fieldSlices + production * 4)
      const length = slice >>> 16
      for (let i = 0, entry = fieldEntries + (slice & 0xffff) * 4; i < length; i++, entry += 4) {
        const value = word(entry)
        if (((value >>> 16) & 0xff) === structural && value >>> 24 === 0) return value & 0xffff
      }
      return 0
    }

    function isExtra(slot: number): boolean {
      return (byte(slot) & 1) === 1 ? (byte(slot) & 8) > 0 : (byte(word(slot) + heap.flags) & 4) > 0
    }
    function sizeOf(slot: number): number {
      return (byte(slot) & 1) === 1 ? byte(slot + inline.size) : word(word(slot) + heap.size)
    }
    function paddingOf(slot: number): number {
      return (byte(slot) & 1) === 1 ? byte(slot + inline.padding) : word(word(slot) + heap.padding)
    }
    function childCountOf(subtree: number): number {
      return word(subtree + heap.childCount)
    }
    function at(index: number): number {
      return stack[index] ?? 0
    }
    function byte(address: number): number {
      return bytes[address] ?? 0
    }
    function word(address: number): number {
      return words[address >> 2] ?? 0
    }
  }
}

const hidden = 0xffff_ffff
