/**
 * GRAPH.BULK, the binary load of FalkorDB: several times faster than Cypher.
 * Format: https://github.com/FalkorDB/falkordb-bulk-loader (entity_file.py).
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Send } from './connection.ts'
import type { PropertyValue } from './entities.ts'
import { assertStorable, ParameterError } from './parameters.ts'

type Props = Readonly<Record<string, PropertyValue | undefined>>

export interface BulkItem {
  readonly label: string
  readonly props: Props
}

export interface GraphTables {
  readonly nodes: readonly { readonly label: string }[]
  /** Of the node at a place; asked for when its table is encoded, so that all of them are never there at once. */
  propsOf(place: number): Props
  readonly edges: readonly BulkItem[]
  /** Where each edge begins and ends: places in `nodes`. */
  readonly from: Uint32Array
  readonly to: Uint32Array
}

const TYPE = { null: 0, boolean: 1, double: 2, string: 3, long: 4, array: 5 } as const

/** Loads everything into a graph that has indexes but no nodes. Throws ParameterError for values that cannot be stored. */
export async function bulkLoad(graph: string, tables: GraphTables, send: Send): Promise<void> {
  const { nodes, edges, from, to } = tables
  // The server loads one table while the next is being encoded; more of them at once would only need memory.
  let loading: Promise<unknown> = Promise.resolve()
  const load = async (nodeCount: number, edgeCount: number, table: Buffer) => {
    const counts = nodeCount > 0 ? ['1', '0'] : ['0', '1']
    await loading
    loading = send(['GRAPH.BULK', graph, String(nodeCount), String(edgeCount), ...counts, table])
    loading.catch(() => undefined)
    await nextTurn()
  }
  // The server numbers nodes in the order of arrival.
  const ids = new Uint32Array(nodes.length)
  let next = 0
  for (const [label, places] of placesByLabel(nodes)) {
    for (const place of places) ids[place] = next++
    for (const part of partsOf(places)) {
      await load(
        part.length,
        0,
        encodeTable(label, part, tables.propsOf, () => undefined),
      )
    }
  }
  const writeEnds = (place: number, out: Writer) => {
    out.id(ids[from[place] ?? 0] ?? 0)
    out.id(ids[to[place] ?? 0] ?? 0)
  }
  const edgeProps = (place: number) => edges[place]?.props ?? {}
  for (const [label, places] of placesByLabel(edges)) {
    for (const part of partsOf(places)) await load(0, part.length, encodeTable(label, part, edgeProps, writeEnds))
  }
  await loading
}

/** Items of one table: some megabytes where they have long texts. */
const TABLE_ITEMS = 20_000

function partsOf(places: readonly number[]): (readonly number[])[] {
  const parts: (readonly number[])[] = []
  for (let at = 0; at < places.length; at += TABLE_ITEMS) parts.push(places.slice(at, at + TABLE_ITEMS))
  return parts
}

function placesByLabel(items: readonly { readonly label: string }[]): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const [place, { label }] of items.entries()) {
    const group = groups.get(label)
    if (group === undefined) groups.set(label, [place])
    else group.push(place)
  }
  return groups
}

type Writer = ReturnType<typeof createWriter>

/** Label, columns, then a row for each item; a property that an item lacks is null, which stores nothing. */
function encodeTable(
  label: string,
  places: readonly number[],
  propsOf: (place: number) => Props,
  writeHead: (place: number, out: Writer) => void,
): Buffer {
  const columns = new Set<string>()
  const rows = places.map(propsOf)
  for (const props of rows) for (const name in props) columns.add(name)
  const out = createWriter()
  out.text(label, 'label')
  out.count(columns.size)
  for (const column of columns) out.text(column, 'property name')
  for (const [row, props] of rows.entries()) {
    writeHead(places[row] ?? 0, out)
    for (const column of columns) writeValue(props[column] ?? null, column, out)
  }
  return out.bytes()
}

function writeValue(value: PropertyValue, column: string, out: Writer): void {
  if (value === null) {
    out.byte(TYPE.null)
  } else if (typeof value === 'string') {
    out.byte(TYPE.string)
    out.text(value, column)
  } else if (typeof value === 'boolean') {
    out.byte(TYPE.boolean)
    out.byte(value ? 1 : 0)
  } else if (typeof value === 'number') {
    assertStorable(value, column)
    const whole = Number.isInteger(value)
    out.byte(whole ? TYPE.long : TYPE.double)
    if (whole) out.long(value)
    else out.double(value)
  } else if (Array.isArray(value)) {
    out.byte(TYPE.array)
    out.long(value.length)
    for (const item of value) writeValue(item, column, out)
  } else {
    throw new ParameterError(column, `${typeof value} cannot be a property`)
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
    byte: (value: number) => {
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
      const high = Math.floor(value / 2 ** 32)
      end = buffer.writeInt32LE(high, buffer.writeUInt32LE(value - high * 2 ** 32, end))
    },
    double: (value: number) => {
      reserve(8)
      end = buffer.writeDoubleLE(value, end)
    },
    text: (value: string, column: string) => {
      reserve(value.length * 3 + 1)
      // Most texts are short and plain: copying them here takes half the time of a call into the runtime.
      let at = 0
      for (; at < value.length; at++) {
        const code = value.charCodeAt(at)
        if (code === 0 || code > 0x7f) break
        buffer[end + at] = code
      }
      if (at < value.length) {
        assertStorable(value, column)
        at = buffer.write(value, end)
      }
      end += at
      buffer[end++] = 0
    },
    bytes: () => buffer.subarray(0, end),
  }
}
