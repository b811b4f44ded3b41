/** What a review is about, as it lies in the graph: all that its agents know of each other is here and in their notes. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { NotFoundError } from '../errors.ts'
import { storedKey } from '../graph/entities.ts'
import { notesOfTask, saveNote, saveTask, taskByKey } from '../graph/queries/review-task.ts'
import type { Graph } from '../graph/types.ts'
import { mappingFields, subjectFields } from './review-document.ts'

export const AGENTS = ['impact', 'historian', 'reviewer'] as const
export type AgentName = (typeof AGENTS)[number]

const side = z.object({
  ref: z.string(),
  path: z.string(),
  qualified_name: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  signature: z.string(),
  fingerprint: z.string(),
})

const target = z.object({
  kind: z.enum(['added', 'changed', 'signature', 'moved', 'deleted']),
  was: side.nullable(),
  now: side.nullable(),
  added: z.int(),
  removed: z.int(),
  test: z.boolean(),
})

const taskBody = z.object({
  ...subjectFields,
  /** Commit that the graph was at when the review began. */
  indexed: z.string().nullable(),
  nothing: z.string().nullable(),
  ...mappingFields,
  functions: z.array(target),
  missing: z.array(z.string()),
})
export type TaskBody = z.infer<typeof taskBody>
export type Target = z.infer<typeof target>

export interface Task extends TaskBody {
  readonly id: string
  /** Readable key in the graph, today, of a function by the one it had at the base; those that the graph lacks are not there. */
  readonly refs: ReadonlyMap<string, string>
  /** Who has written a note. */
  readonly done: readonly string[]
}

const taskRef = (id: string) => `task:${id}`

/** The same pull request at the same head, from the same base, is one task. */
export function taskId({ merge_base, head, number }: Pick<TaskBody, 'merge_base' | 'head' | 'number'>): string {
  return createHash('sha256').update(`${merge_base} ${head} ${number}`).digest('hex').slice(0, 12)
}

/** Begins a task, or begins it anew: notes that are there go. */
export async function beginTask(graph: Graph, body: TaskBody, pullRequest: string | null): Promise<string> {
  const id = taskId(body)
  const functions = body.functions.flatMap(({ kind, was }) =>
    was === null ? [] : [{ key: storedKey(was.ref), was: was.ref, kind }],
  )
  const name = body.number === null ? `${body.merge_base.slice(0, 7)}..${body.head.slice(0, 7)}` : `#${body.number}`
  await graph.run(saveTask, {
    task: {
      key: storedKey(taskRef(id)),
      ref: taskRef(id),
      id,
      title: `Review of ${name}`,
      body: JSON.stringify(body),
    },
    functions,
    pull_requests: pullRequest === null ? [] : [storedKey(pullRequest)],
    agents: [...AGENTS],
  })
  return id
}

/** Throws NotFoundError when there is none. */
export async function loadTask(graph: Graph, id: string): Promise<Task> {
  const task = await findTask(graph, id)
  if (task !== null) return task
  throw new NotFoundError(`There is no review task ${id}.`, 'Begin one: `repobrain review --pr N`.')
}

export async function findTask(graph: Graph, id: string): Promise<Task | null> {
  const [row] = await graph.run(taskByKey, { key: storedKey(taskRef(id)) })
  if (row === undefined) return null
  const refs = new Map(row.targets.map(({ was, ref }) => [was, ref]))
  return { ...taskBody.parse(JSON.parse(row.body)), id: row.id, refs, done: row.agents }
}

export interface Note {
  readonly agent: AgentName
  /** In words, for people who read the hand-over. */
  readonly text: string
  readonly body: unknown
}

export async function writeNote(graph: Graph, task: string, { agent, text, body }: Note): Promise<void> {
  const ref = `note:${task}:${agent}`
  const note = { key: storedKey(ref), ref, agent, text, body: JSON.stringify(body) }
  const rows = await graph.run(saveNote, { task: storedKey(taskRef(task)), note })
  if (rows.length === 0) throw new NotFoundError(`There is no review task ${task}.`, 'Begin it again.')
}

/** What an agent wrote on a task. Throws NotFoundError when it has not run yet. */
export async function readNote<T>(graph: Graph, task: string, agent: AgentName, schema: z.ZodType<T>): Promise<T> {
  const notes = await graph.run(notesOfTask, { key: storedKey(taskRef(task)) })
  const note = notes.find((each) => each.agent === agent)
  if (note !== undefined) return schema.parse(JSON.parse(note.body))
  throw new NotFoundError(
    `The ${agent} agent has not written its note on task ${task} yet.`,
    `Run it first: repobrain review --agent ${agent} --task ${task}`,
  )
}
