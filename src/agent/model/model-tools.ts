/** The tools as the model gets them: the same queries as the rules use, with rows told as numbered lines. */
import { z } from 'zod'
import type { ToolDefinition } from '../../language-model.ts'
import type { Tools } from '../tools/create-tools.ts'
import { type NoteDesk, remember } from '../tools/remember.ts'
import type { Tool } from '../tools/tool.ts'
import type { ArgumentSchema } from './read-arguments.ts'
import { tellChanges, tellExperts, tellHistory, tellIssue, tellPullRequest } from './tell-changes.ts'
import { tellCalls, tellCode, tellSource, tellWalk } from './tell-code.ts'
import { tellFacts } from './tell-facts.ts'
import type { Telling } from './telling.ts'

export interface ModelTool {
  /** What every request shows of it: numbers and switches that have a default cost tokens and are left out. */
  readonly definition: ToolDefinition
  /** All that it takes. */
  readonly schema: ArgumentSchema
  /** Lines for the model. Throws what the tool throws, and ZodError for arguments that do not fit. */
  run(values: Readonly<Record<string, unknown>>): Promise<readonly string[]>
}

/** Fields that name a node by the number of its row or by its name; the prompt says so once for all. */
export const NODE_FIELDS: readonly string[] = ['ref', 'from', 'to', 'about']

export function createModelTools(tools: Tools, noteDesk: NoteDesk, telling: Telling): ReadonlyMap<string, ModelTool> {
  const all = [
    present(tools.find, (rows) => tellCode(telling, rows)),
    present(tools.history, (rows, { ref }) => tellHistory(telling, rows, ref)),
    present(tools.callers, (rows, { ref }) => tellCalls(telling, rows, ref, 'in')),
    present(tools.callees, (rows, { ref }) => tellCalls(telling, rows, ref, 'out')),
    present(tools.impact, (rows, { ref }) => tellCalls(telling, rows, ref, 'in')),
    present(tools.experts, (rows) => tellExperts(telling, rows)),
    present(tools.pullRequest, (rows) => tellPullRequest(telling, rows)),
    present(tools.issue, (rows) => tellIssue(telling, rows)),
    present(tools.file, (rows) => tellCode(telling, rows, 'defines')),
    present(tools.pathBetween, (rows) => tellWalk(telling, rows)),
    present(tools.recent, (rows) => tellChanges(telling, rows)),
    present(tools.recall, (rows) => tellFacts(telling, rows)),
    present(tools.source, (rows, { path }) => tellSource(telling, rows, path)),
    present(remember(noteDesk), (rows) => rows.map(({ outcome, reason }) => reason ?? outcome)),
  ]
  return new Map(all.map((tool) => [tool.definition.name, tool]))
}

function present<Input, Row>(
  tool: Tool<Input, Row>,
  tell: (rows: readonly Row[], input: Input) => readonly string[],
): ModelTool {
  const { properties = {}, required = [] } = z.toJSONSchema(tool.input, { io: 'input' }) as ArgumentSchema
  const shown = Object.entries(properties)
    .filter(([, { type, default: usual }]) => usual === undefined || type === 'string')
    .map(([field, { type, description }]) => [
      field,
      NODE_FIELDS.includes(field) ? { type: 'string' } : { type, description },
    ])
  return {
    definition: {
      name: tool.name,
      description: tool.description,
      parameters: { type: 'object', properties: Object.fromEntries(shown), required },
    },
    schema: { properties, required },
    run: async (values) => {
      const input = tool.input.parse(values)
      return tell(await tool.execute(input), input)
    },
  }
}
