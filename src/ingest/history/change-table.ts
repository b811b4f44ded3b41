import type { FunctionChange, FunctionPlace } from '../../code/changes/function-change.ts'
import type { Columns } from '../packed-file.ts'
import type { AppliedStep } from './apply-step.ts'
import { type Column, createColumn } from './column.ts'
import type { FileLineage, FunctionLineage } from './view.ts'

/** What all steps did, by number of the step, in columns: a long history has hundreds of thousands of changes. */
export interface ChangeTable {
  readonly steps: number
  /** By their `number`. */
  readonly lineages: readonly FunctionLineage[]
  readonly files: readonly FileLineage[]
  append(step: AppliedStep): void
  /** Numbers of the changed functions, in the order of the changes. */
  lineagesOf(step: number): Uint32Array
  changesOf(step: number): FunctionChange[]
  /** Numbers of the files. */
  filesOf(step: number): Uint32Array
  columns(): Columns
}

const kinds = ['added', 'changed', 'signature', 'moved', 'deleted', 'kept'] as const

const names = [
  'changeEnds',
  'lineage',
  'kind',
  'added',
  'removed',
  'wasPath',
  'wasKey',
  'nowPath',
  'nowKey',
  'fileEnds',
  'file',
] as const

/** The rest of a table that was saved: its lineages, and the texts that its columns name. */
export interface SavedTable {
  readonly lineages: FunctionLineage[]
  readonly files: FileLineage[]
  readonly columns: Columns
}

export function createChangeTable(texts: Texts, saved?: SavedTable): ChangeTable {
  const lineages = saved?.lineages ?? []
  const files = saved?.files ?? []
  const column = Object.fromEntries(
    names.map((name) => [name, createColumn(saved?.columns[name] as Uint32Array | undefined)]),
  ) as Record<(typeof names)[number], Column>
  const range = (ends: Column, step: number): [number, number] => [step === 0 ? 0 : ends.at(step - 1), ends.at(step)]
  const pushPlace = (place: FunctionPlace | null, path: Column, key: Column) => {
    path.push(place === null ? 0 : texts.number(place.path))
    key.push(place === null ? 0 : texts.number(place.key))
  }
  const placeAt = (index: number, path: Column, key: Column): FunctionPlace | null =>
    key.at(index) === 0 ? null : { path: texts.at(path.at(index)), key: texts.at(key.at(index)) }

  return {
    get steps() {
      return column.changeEnds.length
    },
    lineages,
    files,
    append(step) {
      for (const { lineage, change } of step.functions) {
        column.lineage.push(numbered(lineage, lineages))
        column.kind.push(kinds.indexOf(change.kind))
        column.added.push(change.added)
        column.removed.push(change.removed)
        pushPlace(change.was, column.wasPath, column.wasKey)
        pushPlace(change.now, column.nowPath, column.nowKey)
      }
      column.changeEnds.push(column.lineage.length)
      for (const file of step.files) column.file.push(numbered(file, files))
      column.fileEnds.push(column.file.length)
    },
    lineagesOf: (step) => column.lineage.values().subarray(...range(column.changeEnds, step)),
    changesOf(step) {
      const [start, end] = range(column.changeEnds, step)
      return Array.from({ length: end - start }, (_, offset): FunctionChange => {
        const at = start + offset
        return {
          kind: kinds[column.kind.at(at)] ?? 'changed',
          was: placeAt(at, column.wasPath, column.wasKey),
          now: placeAt(at, column.nowPath, column.nowKey),
          added: column.added.at(at),
          removed: column.removed.at(at),
        }
      })
    },
    filesOf: (step) => column.file.values().subarray(...range(column.fileEnds, step)),
    columns: () => Object.fromEntries(names.map((name) => [name, column[name].values()])),
  }
}

/** The number of a lineage among all; it gets the next one when it has none. */
export function numbered<Lineage extends { number: number }>(lineage: Lineage, all: Lineage[]): number {
  if (lineage.number < 0) lineage.number = all.push(lineage) - 1
  return lineage.number
}

/** Texts by number, from 1: 0 stands for none. */
export interface Texts {
  number(text: string): number
  at(number: number): string
  all(): readonly string[]
}

export function createTexts(all: string[] = ['']): Texts {
  const numbers = new Map(all.map((text, number) => [text, number]))
  // The empty text is one of its own, so that 0 can stand for none.
  numbers.delete('')
  return {
    number(text) {
      let number = numbers.get(text)
      if (number === undefined) {
        number = all.push(text) - 1
        numbers.set(text, number)
      }
      return number
    },
    at: (number) => all[number] ?? '',
    all: () => all,
  }
}
