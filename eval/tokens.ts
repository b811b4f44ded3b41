/**
 * `npm run eval -- tokens <gold.jsonl> --repos <folder of clones> [--data DIR] [--only ID,…] [--json]`: the verified questions
 * through the model's loop, and what they cost, counted with the tokenizer of gpt-oss. The model is scripted: it looks up what
 * the rules would and writes what they write. Exit code 0 when `TARGETS` are kept.
 */
import { table } from '../bench/table.ts'
import { askRepository } from '../handlers/ask-repository.ts'
import { loadTokenCounter, type TokenCounter } from '../src/agent/model/count-tokens.ts'
import { type Intent, readIntents } from '../src/agent/question/intents.ts'
import type { LanguageModel, ModelRequest } from '../src/language-model.ts'
import { createLogger } from '../src/logger.ts'
import { readGold, readGoldOptions, visitGold } from './visit-gold.ts'

/** Tokens of a question, all turns together; median below, and every one below. */
const TARGETS = { median: 4_000, most: 7_500 }
const QUESTION_TOKENS = 6_000
/** What gpt-oss thinks at low effort, a turn. */
const REASONING = 80
const LONGEST_ANSWER = 900

interface Cost {
  readonly id: string
  readonly mode: 'model' | 'graph'
  readonly turns: number
  readonly tokens: number
  readonly tools: readonly string[]
}

type Call = readonly [name: string, values: Readonly<Record<string, unknown>>]

export async function run(args: readonly string[]): Promise<number> {
  const options = readGoldOptions('tokens', args)
  if (options === null) return 2
  const { asked } = await readGold(options.file, options.only)
  const counter = await loadTokenCounter()
  const costs: Cost[] = []
  await visitGold(asked, options, async ({ id, repo, question }, { database, workspace }) => {
    const ask = { database, workspace, repository: repo, text: question }
    const alone = await askRepository(ask)
    const [subject] = alone.subjects
    const scripted = scriptModel(counter, planOf(question, subject?.qualified_name ?? question), alone.text)
    const model = {
      model: scripted,
      questionTokens: QUESTION_TOKENS,
      patienceMs: 0,
      logger: createLogger({ level: 'silent' }),
    }
    const { mode } = await askRepository({ ...ask, model })
    const { turns, tokens, tools } = scripted.spent()
    costs.push({ id, mode, turns, tokens, tools })
  })
  const written = costs.filter(({ mode }) => mode === 'model')
  const sorted = written.map(({ tokens }) => tokens).sort((a, b) => a - b)
  const summary = {
    questions: costs.length,
    written: written.length,
    median: medianOf(sorted),
    most: sorted.at(-1) ?? 0,
  }
  if (options.json) process.stdout.write(`${JSON.stringify({ ...summary, targets: TARGETS, costs })}\n`)
  else
    process.stdout.write(
      `${report(costs)}\n\n${table(
        ['of', 'tokens', 'below'],
        [
          ['median', summary.median, TARGETS.median],
          ['most', summary.most, TARGETS.most],
        ],
      )}\n`,
    )
  return written.length > 0 && summary.median < TARGETS.median && summary.most < TARGETS.most ? 0 : 1
}

/** What the rules look up for such a question, in turns: the subject, then its history and calls, then the people. */
function planOf(question: string, name: string): readonly (readonly Call[])[] {
  const intents = readIntents(question)
  const has = (...some: Intent[]) => some.some((intent) => intents.includes(intent))
  const about = { ref: name }
  const calls: Call[] = []
  if (!has('callers', 'callees', 'unused', 'weak')) calls.push(['history', about])
  if (has('callers', 'unused', 'weak')) calls.push(['callers', about])
  if (has('impact')) calls.push(['impact', about])
  if (has('callees')) calls.push(['callees', about])
  return [
    [['find', { query: name }]],
    calls,
    ...(has('expert', 'author') || intents.length === 0 ? [[['experts', about]] as Call[]] : []),
  ]
}

function scriptModel(counter: TokenCounter, plan: readonly (readonly Call[])[], text: string) {
  let [turns, tokens] = [0, 0]
  const tools: string[] = []
  const answer = text.replace(/\s?\[\d+\]/g, '').slice(0, LONGEST_ANSWER)
  const generate = async (request: ModelRequest) => {
    const calls = request.tools?.length ? (plan[turns] ?? []) : []
    turns += 1
    const toolCalls = calls.map(([name, values], at) => ({ id: `${at}`, name, arguments: JSON.stringify(values) }))
    const written = calls.length > 0 ? '' : answer
    const said = [written, ...toolCalls.map((call) => `${call.name} ${call.arguments}`)].join('\n')
    const usage = { promptTokens: request.promptTokens, replyTokens: REASONING + counter.ofText(said) }
    tokens += usage.promptTokens + usage.replyTokens
    tools.push(...calls.map(([name]) => name))
    return { text: written, toolCalls, finish: calls.length > 0 ? ('tools' as const) : ('stop' as const), usage }
  }
  const model: LanguageModel = { name: 'scripted', generate }
  return { ...model, spent: () => ({ turns, tokens, tools }) }
}

const medianOf = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0

const report = (costs: readonly Cost[]) =>
  table(
    ['item', 'written by', 'turns', 'tokens', 'tools'],
    [...costs]
      .sort((a, b) => a.id.localeCompare(b.id))
      .map(({ id, mode, turns, tokens, tools }) => [id, mode, turns, tokens, tools.join(' ')]),
  )
