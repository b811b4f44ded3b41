import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Desire } from './desire-graph.ts'

/** What the last ingest of a graph was made from, and what it reported. */
export interface LastIngest {
  /** See `inputId`. */
  readonly inputs: string
  /** Of the graph that it left. */
  readonly generation: string
  readonly report: Desire['report']
}

/** Null where there was none, or the file is damaged: then everything is looked at. */
export function loadLastIngest(path: string): LastIngest | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LastIngest
  } catch {
    return null
  }
}

export function saveLastIngest(path: string, last: LastIngest): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.${process.pid}.new`, JSON.stringify(last))
  renameSync(`${path}.${process.pid}.new`, path)
}
