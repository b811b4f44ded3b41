/**
 * GRAPH.BULK, the binary load of FalkorDB: several times faster than Cypher.
 * Format: https://github.com/FalkorDB/falkordb-bulk-loader (entity_file.py).
 */
import type { Send } from './connection.ts'
import type { PropertyValue } from './entities.ts'
import { assertStorable } from './parameters.ts'

export interface BulkNode {
  readonly label: string
  readonly props: Readonly<Record<string, PropertyValue | undefined>>
}

export interface BulkEdge {
  readonly label: string
  /** Places in the list of nodes. */
  readonly from: number
  readonly to: number
  readonly props: Readonly<Record<string, PropertyValue | undefined>>
}

const TYPE = { null: 0, boolean: 1, double: 2, string: 3, long: 4, array: 5 } as const

/** Loads everything into a graph that has indexes but no nodes. Throws ParameterError for values that cannot be stored. */
export async function bulkLoad(graph: string, nodes: readonly BulkNode[], edges: readonly BulkEdge[], send: Send) {
  // The server numbers nodes in the order of arrival, label by label.
  const ids = new Uint32Array(nodes.length)
  let next = 0
  const byLabel = indexByLabel(nodes)
  for (const indexes of byLabel.values()) for (const index of indexes) ids[index] = next++

  const nodeBlobs = [...byLabel].map(([label, indexes]) => {
    const members = indexes.flatMap((index) => nodes[index] ?? [])
    return encodeTable(label, members, () => undefined)
  })
  const edgeBlobs = [...indexByLabel(edges)].map(([label, indexes]) => {
    const members = indexes.flatMap((index) => edges[index] ?? [])
    return encodeTable(label, members, (edge, out) => {
      out.id(ids[edge.from] ?? 0)
      out.id(ids[edge.to] ?? 0)
    })
  })
  if (nodeBlobs.length === 0) return
  const counts = [nodes.length, edges.length, nodeBlobs.length, edgeBlobs.length].map(String)
  await send(['GRAPH.BULK', graph, ...counts, ...nodeBlobs, ...edgeBlobs])
}

function indexByLabel(items: readonly { readonly label: string }[]): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const [index, { label }] of items.entries()) {
    const group = groups.get(label)
    if (group === undefined) groups.set(label, [index])
    else group.push(index)
  }
  return groups
}

function encodeTable<Item extends BulkNode>(
  label: string,
  items: readonly Item[],
  writeHead: (item: Item, out: ReturnType<typeof createWriter>) => void,
): Buffer {
  const columns = [...new Set(items.flatMap((item) => Object.keys(item.props)))]
  const out = createWriter()
  out.text(label)
  out.count(columns.length)
  for (const column of columns) out.text(column)
  for (const item of items) {
    writeHead(item, out)
    for (const column of columns) writeValue(item.props[column] ?? null, column, out)
  }
  return out.bytes()
}

function writeValue(value: PropertyValue, column: string, out: ReturnType<typeof createWriter>): void {
  assertStorable(value, column)
  if (value === null) {
    out.type(TYPE.null)
  } else if (typeof value === 'string') {
    out.type(TYPE.string)
    out.text(value)
  } else if (typeof value === 'boolean') {
    out.type(TYPE.boolean)
    out.type(value ? 1 : 0)
  } else if (typeof value === 'number') {
    const whole = Number.isInteger(value)
    out.type(whole ? TYPE.long : TYPE.double)
    if (whole) out.long(value)
    else out.double(value)
  } else {
    out.type(TYPE.array)
    out.long(value.length)
    for (const item of value) writeValue(item, column, out)
  }
}

/** A buffer that grows; numbers are little-endian, texts end with NUL. */
function createWriter() {
  let buffer = Buffer.allocUnsafe(1 << 16)
  let end = 0
  const reserve = (bytes: number) => {
    if (end + bytes <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, end + bytes))
    buffer.copy(larger, 0, 0, end)
    buffer = larger
  }
  return {
    type: (value: number) => {
      reserve(1)
      buffer[end++] = value
    },
    count: (value: number) => {
      reserve(4)
      end = buffer.writeUInt32LE(value, end)
    },
    id: (value: number) => {
      reserve(8)
      end = buffer.writeUInt32LE(0, buffer.writeUInt32LE(value, end))
    },
    long: (value: number) => {
      reserve(8)
      end = buffer.writeBigInt64LE(BigInt(value), end)
    },
    double: (value: number) => {
      reserve(8)
      end = buffer.writeDoubleLE(value, end)
    },
    text: (value: string) => {
      reserve(value.length * 3 + 1)
      end += buffer.write(value, end)
      buffer[end++] = 0
    },
    bytes: () => buffer.subarray(0, end),
  }
}
