/** Runs what the model asks for, inside this conversation's repository and nowhere else; whatever is wrong is told to it. */
import { z } from 'zod'
import type { ToolCall } from '../../language-model.ts'
import { type ModelTool, NODE_FIELDS } from './model-tools.ts'
import { readArguments } from './read-arguments.ts'

export interface Desk {
  readonly tools: ReadonlyMap<string, ModelTool>
  /** `owner/name`. */
  readonly repository: string
  /** Key of a node that the model named by the number of its row or by its name; null when there is none. */
  keyOf(named: string): Promise<string | null>
}

export interface ToolResult {
  /** `refused` and `failed` are about the call; `repeated` has been asked before. */
  readonly outcome: 'done' | 'refused' | 'failed' | 'repeated'
  /** Of the program itself. */
  readonly note: string | null
  /** Of the graph: other people's text. */
  readonly lines: readonly string[]
}

const REPOSITORY_FIELDS = /^(?:repo(?:sitory)?|owner|org|project|workspace|graph|url)$/i
const MOST_CHARACTERS = 2_600

/** `seen` holds the calls so far and is added to. Never throws. */
export async function callTool(desk: Desk, call: ToolCall, seen: Set<string>): Promise<ToolResult> {
  const tool = desk.tools.get(call.name)
  if (!tool)
    return refused(`There is no tool ${call.name.slice(0, 40)}. There are: ${[...desk.tools.keys()].join(', ')}.`)
  const read = readArguments(call.arguments, tool.schema)
  if (read.kind === 'unreadable') return refused(`The arguments are no JSON object. ${schemaLine(tool)}`)
  const elsewhere = Object.entries(read.extra).find(
    ([field, value]) => REPOSITORY_FIELDS.test(field) && String(value).toLowerCase() !== desk.repository.toLowerCase(),
  )
  if (elsewhere) return refused(`This conversation is about ${desk.repository} only; tools reach nothing else.`)
  const values: Record<string, unknown> = { ...read.values }
  for (const field of NODE_FIELDS) {
    const named = values[field]
    if (typeof named !== 'string') continue
    const key = await desk.keyOf(named).catch(() => null)
    if (key === null) return refused(`${field}: no row ${JSON.stringify(named.slice(0, 80))} here. Use find first.`)
    values[field] = key
  }
  const id = `${call.name} ${JSON.stringify(Object.entries(values).sort(([a], [b]) => a.localeCompare(b)))}`
  if (seen.has(id)) return { outcome: 'repeated', note: 'Asked before: the rows are above. Answer now.', lines: [] }
  seen.add(id)
  try {
    const lines = await tool.run(values)
    return { outcome: 'done', note: lines.length === 0 ? 'Nothing recorded.' : null, lines: capped(lines) }
  } catch (error) {
    if (error instanceof z.ZodError) return refused(`${wordIssues(error)} ${schemaLine(tool)}`)
    return { outcome: 'failed', note: 'The tool failed. Try another one, or answer from what you have.', lines: [] }
  }
}

const refused = (note: string): ToolResult => ({ outcome: 'refused', note, lines: [] })

const schemaLine = ({ definition }: ModelTool) => `${definition.name} takes ${JSON.stringify(definition.parameters)}`

const wordIssues = (error: z.ZodError) =>
  error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}.`).join(' ')

function capped(lines: readonly string[]): readonly string[] {
  let left = MOST_CHARACTERS
  const kept = lines.filter((line) => {
    left -= line.length + 1
    return left >= 0
  })
  return kept.length < lines.length ? [...kept, `(${lines.length - kept.length} more lines left out)`] : kept
}
