import type { Resolution } from '../code/facts.ts'
import type { ExtractInput, ExtractOutput } from './code/extract-files.ts'
import type { ResolveInput } from './code/resolve-calls.ts'
import type { MapChangesInput, MapChangesOutput } from './history/map-changes.ts'

/** What a worker thread can be asked to do, by kind. Inputs and outputs cross threads: plain data and buffers only. */
export interface WorkerTasks {
  extract: { input: ExtractInput; output: ExtractOutput }
  resolve: { input: ResolveInput; output: Resolution }
  'map-changes': { input: MapChangesInput; output: MapChangesOutput }
}

export type TaskKind = keyof WorkerTasks

export interface TaskMessage {
  readonly id: number
  readonly kind: TaskKind
  readonly input: unknown
}

export type TaskResult =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly error: { readonly message: string; readonly stack: string | undefined } }
