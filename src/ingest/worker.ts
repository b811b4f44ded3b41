/** Entry of a worker thread: runs the tasks that `createWorkerPool` sends, one after the other. */
import { parentPort } from 'node:worker_threads'
import type { TaskKind, TaskMessage, TaskResult, WorkerTasks } from './worker-tasks.ts'

type Runner<Kind extends TaskKind> = (
  input: WorkerTasks[Kind]['input'],
) => WorkerTasks[Kind]['output'] | Promise<WorkerTasks[Kind]['output']>

/** Loaded at first use, so that a worker starts without what it is never asked for. */
const loaders: { readonly [Kind in TaskKind]: () => Promise<Runner<Kind>> } = {
  extract: async () => (await import('./code/extract-files.ts')).extractFiles,
  resolve: async () => (await import('./code/resolve-calls.ts')).resolveCalls,
  'map-changes': async () => (await import('./history/map-changes.ts')).mapChanges,
}

async function runTask({ id, kind, input }: TaskMessage): Promise<TaskResult> {
  try {
    const run = (await loaders[kind]()) as (input: unknown) => unknown
    return { id, output: await run(input) }
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { id, error: { message, stack } }
  }
}

let previous: Promise<void> = Promise.resolve()
parentPort?.on('message', (task: TaskMessage) => {
  previous = previous.then(async () => parentPort?.postMessage(await runTask(task)))
})
