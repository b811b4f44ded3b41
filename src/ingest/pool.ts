import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { TaskKind, TaskResult, WorkerTasks } from './worker-tasks.ts'

export interface WorkerPool {
  /** Number of threads at most; a caller that feeds large inputs keeps about twice as many tasks under way. */
  readonly size: number
  /**
   * Rejects with the task's own error, or when the thread dies under it. Buffers in `transfer` move to the thread, all
   * others are copied (a view copies its whole buffer).
   */
  run<Kind extends TaskKind>(
    kind: Kind,
    input: WorkerTasks[Kind]['input'],
    transfer?: readonly ArrayBuffer[],
  ): Promise<WorkerTasks[Kind]['output']>
  /** Ends the threads; tasks under way are rejected. */
  close(): Promise<void>
}

interface Task {
  readonly id: number
  readonly kind: TaskKind
  readonly input: unknown
  readonly transfer: readonly ArrayBuffer[]
  resolve(output: unknown): void
  reject(error: Error): void
}

interface Slot {
  readonly worker: Worker
  readonly running: Map<number, Task>
}

/** One task runs, the next one waits inside the thread, so that it never idles for an answer of a busy main thread. */
const TASKS_PER_WORKER = 2

/**
 * Settings of V8 for a process that ingests once, measured on pytest with all its history. Every thread compiles for itself, and on a
 * first ingest optimising functions takes more time than it saves: with a budget eight times the default before a function
 * counts as hot, the code is read in 1.1 s instead of 1.5 s. Heaps of three threads that may each grow as far beyond
 * what lives as V8 likes reach 860 MB; growing by two fifths at a time keeps them below 500 MB, for a tenth more time.
 */
const ENGINE_FLAGS = ['--interrupt-budget=1000000', '--heap-growing-percent=40']

interface WorkerPoolOptions {
  readonly size?: number
  /** For one ingest in a process of its own: what is worth the while of a running bot is not worth that of a command. */
  readonly once?: boolean
}

/** Threads start with the first task, one for each that finds the others busy, and never keep the process alive idle. */
export function createWorkerPool(options: WorkerPoolOptions = {}): WorkerPool {
  const size = options.size ?? Math.max(2, Math.min(availableParallelism(), 8))
  if (options.once) for (const flag of ENGINE_FLAGS) setFlagsFromString(flag)
  const slots = new Set<Slot>()
  const waiting: Task[] = []
  let lastId = 0
  let closed = false

  function startWorker(): Slot {
    const slot: Slot = { worker: createWorker(), running: new Map() }
    slots.add(slot)
    slot.worker.on('message', (result: TaskResult) => finish(slot, result))
    slot.worker.on('error', (error) => lose(slot, error))
    slot.worker.on('exit', (code) => lose(slot, new Error(`worker thread ended with code ${code}`)))
    return slot
  }

  function lose(slot: Slot, error: Error): void {
    if (!slots.delete(slot)) return
    for (const task of slot.running.values()) task.reject(error)
    dispatch()
  }

  function finish(slot: Slot, result: TaskResult): void {
    const task = slot.running.get(result.id)
    slot.running.delete(result.id)
    if (slot.running.size === 0) slot.worker.unref()
    dispatch()
    if ('error' in result) task?.reject(Object.assign(new Error(result.error.message), { stack: result.error.stack }))
    else task?.resolve(result.output)
  }

  function freeSlot(): Slot | null {
    let best: Slot | null = null
    for (const slot of slots) if (best === null || slot.running.size < best.running.size) best = slot
    if (best !== null && best.running.size === 0) return best
    if (slots.size < size) return startWorker()
    return best !== null && best.running.size < TASKS_PER_WORKER ? best : null
  }

  function dispatch(): void {
    while (!closed && waiting.length > 0) {
      const slot = freeSlot()
      const task = slot && waiting.shift()
      if (!slot || !task) return
      slot.running.set(task.id, task)
      slot.worker.ref()
      slot.worker.postMessage({ id: task.id, kind: task.kind, input: task.input }, task.transfer)
    }
  }

  return {
    size,
    run<Kind extends TaskKind>(kind: Kind, input: WorkerTasks[Kind]['input'], transfer = []) {
      if (closed) return Promise.reject(new Error('worker pool is closed'))
      return new Promise<WorkerTasks[Kind]['output']>((resolve, reject) => {
        waiting.push({ id: ++lastId, kind, input, transfer, resolve: resolve as (output: unknown) => void, reject })
        dispatch()
      })
    },
    async close() {
      closed = true
      for (const task of waiting.splice(0)) task.reject(new Error('worker pool is closed'))
      await Promise.all([...slots].map(({ worker }) => worker.terminate()))
    },
  }
}

/**
 * Built code runs `worker.js` beside it. From source the thread needs tsx, and registers it itself: `--import tsx` does
 * so on the main thread only, and a thread under vitest has no loader to inherit.
 */
function createWorker(): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./worker.js', import.meta.url))
  const tsx = import.meta.resolve('tsx/esm/api')
  const entry = new URL('./worker.ts', import.meta.url)
  const bootstrap = `import('${tsx}').then(({ register }) => { register(); return import('${entry}') })`
  return new Worker(bootstrap, { eval: true, execArgv: [] })
}
