import { errorKind, type SyntaxTree } from './syntax-tree.ts'

/**
 * Reads a whole tree out of tree-sitter's WebAssembly memory in one pass, many times faster than its cursor, which crosses
 * into WebAssembly several times for each node. The layout is that of `SubtreeInlineData`, `SubtreeHeapData` and
 * `TSLanguage` in https://github.com/tree-sitter/tree-sitter/blob/master/lib/src/subtree.h and parser.h on a 32-bit
 * little-endian machine; whoever loads a grammar checks what is read against the public cursor.
 */
export interface SubtreeReader {
  /** `root` is the `id` of a live tree's root node, the address of its `TSTree`. */
  read(root: number, source: string): SyntaxTree
}

/** WebAssembly's linear memory; `buffer` is another object after it has grown. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
}

/** Offsets of the members that are read, in 32-bit words from the begin of their struct. */
const tree = { language: 2 }
const language = { maxAliasLength: 9, fieldSlices: 16, fieldEntries: 17, publicSymbols: 19, aliases: 21 }
const heap = { padding: 1, size: 4, childCount: 9, symbol: 10, flags: 11, descendants: 14, production: 16 }
const wordsPerSubtree = 2
const bytesPerCodeUnit = 2

/** Bits of the first word of an inline subtree, and of the flags of one on the heap. */
const inlineBit = { isInline: 1, visible: 2, extra: 8, missing: 32 }
const heapBit = { visible: 1, extra: 4, missing: 512 }

/** What a suspended level of the descent takes in the stack: its six variables. */
const frameSize = 6
const hidden = 0xffff_ffff

export function createSubtreeReader(memory: WasmMemory): SubtreeReader {
  let stack = new Uint32Array(1024 * frameSize)
  return { read }

  function read(root: number, source: string): SyntaxTree {
    const words = new Uint32Array(memory.buffer)
    const halves = new Uint16Array(memory.buffer)
    const word = (index: number): number => words[index] ?? 0
    const rootWord = root >> 2
    const grammar = word(rootWord + tree.language) >> 2
    const aliases = word(grammar + language.aliases) >> 1
    const maxAliasLength = word(grammar + language.maxAliasLength) & 0xffff
    const publicSymbols = word(grammar + language.publicSymbols) >> 1
    const fieldSlices = word(grammar + language.fieldSlices) >> 2
    const fieldEntries = word(grammar + language.fieldEntries) >> 2

    const top = word(rootWord) >> 2
    const isLeaf = (word(rootWord) & inlineBit.isInline) > 0 || word(top + heap.childCount) === 0
    const capacity = isLeaf ? 1 : word(top + heap.descendants) + 1
    const kind = new Uint16Array(capacity)
    const field = new Uint8Array(capacity)
    const start = new Uint32Array(capacity)
    const end = new Uint32Array(capacity)
    const after = new Uint32Array(capacity)
    const parent = new Uint32Array(capacity)
    const faults: number[] = []
    let count = 0
    let depth = 0

    // The level being read: the next child's slot and the last one's end, the production, the number of children so far
    // without extras, the node it belongs to if that is visible, the innermost visible node, the field it hands down.
    let slot = rootWord
    let slotsEnd = rootWord + wordsPerSubtree
    let production = 0
    let structural = 0
    let node = hidden
    let enclosing = 0
    let inherited = 0
    let position = 0

    for (;;) {
      if (slot === slotsEnd) {
        if (node !== hidden) after[node] = count
        if (depth === 0) break
        restore()
        continue
      }
      const first = word(slot)
      const isInline = (first & inlineBit.isInline) > 0
      const subtree = first >> 2
      const second = isInline ? word(slot + 1) : 0
      const flags = isInline ? 0 : word(subtree + heap.flags)
      const size = isInline ? second >>> 24 : word(subtree + heap.size)
      const isExtra = isInline ? (first & inlineBit.extra) > 0 : (flags & heapBit.extra) > 0
      position += isInline ? (second >>> 16) & 0xff : word(subtree + heap.padding)
      slot += wordsPerSubtree
      let alias = 0
      let ownField = 0
      if (!isExtra) {
        if (production > 0) alias = halves[aliases + production * maxAliasLength + structural] ?? 0
        ownField = fieldAt(production, structural++) || inherited
      }
      const isVisible =
        alias > 0 || depth === 0 || (isInline ? (first & inlineBit.visible) > 0 : (flags & heapBit.visible) > 0)
      let own = hidden
      if (isVisible) {
        own = count++
        const symbol = alias || (isInline ? (first >>> 8) & 0xff : word(subtree + heap.symbol) & 0xffff)
        kind[own] = symbol >= errorKind - 1 ? symbol : (halves[publicSymbols + symbol] ?? 0)
        field[own] = ownField
        start[own] = position / bytesPerCodeUnit
        end[own] = (position + size) / bytesPerCodeUnit
        after[own] = count
        parent[own] = enclosing
        const isMissing = isInline ? (first & inlineBit.missing) > 0 : (flags & heapBit.missing) > 0
        if (isMissing || symbol === errorKind) faults.push(own)
      }
      const children = isInline ? 0 : word(subtree + heap.childCount)
      if (children === 0) {
        position += size
        continue
      }
      suspend()
      slot = subtree - children * wordsPerSubtree
      slotsEnd = subtree
      // A subtree's first child begins where it does itself: its padding has been counted.
      position -= paddingAt(slot)
      production = word(subtree + heap.production) >>> 16
      structural = 0
      inherited = isVisible ? 0 : ownField
      if (isVisible) enclosing = own
      node = own
    }
    return { source, count, kind, field, start, end, after, parent, faults }

    function suspend(): void {
      const frame = depth++ * frameSize
      if (frame + frameSize > stack.length) {
        const larger = new Uint32Array(stack.length * 2)
        larger.set(stack)
        stack = larger
      }
      stack[frame] = slot
      stack[frame + 1] = slotsEnd
      stack[frame + 2] = production * 0x1_0000 + structural
      stack[frame + 3] = node
      stack[frame + 4] = enclosing
      stack[frame + 5] = inherited
    }

    function restore(): void {
      const frame = --depth * frameSize
      slot = stack[frame] ?? 0
      slotsEnd = stack[frame + 1] ?? 0
      production = (stack[frame + 2] ?? 0) >>> 16
      structural = (stack[frame + 2] ?? 0) & 0xffff
      node = stack[frame + 3] ?? 0
      enclosing = stack[frame + 4] ?? 0
      inherited = stack[frame + 5] ?? 0
    }

    function paddingAt(index: number): number {
      const first = word(index)
      return first & inlineBit.isInline ? (word(index + 1) >>> 16) & 0xff : word((first >> 2) + heap.padding)
    }

    function fieldAt(ofProduction: number, child: number): number {
      const slice = word(fieldSlices + ofProduction)
      for (let entry = fieldEntries + (slice & 0xffff), last = entry + (slice >>> 16); entry < last; entry++) {
        const value = word(entry)
        if (value >>> 16 === child) return value & 0xffff
      }
      return 0
    }
  }
}
