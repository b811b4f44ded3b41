import type { CommandContext } from '../command.ts'
import { openModel } from '../open-model.ts'
import { attempt, type Check } from './check.ts'

const PATIENCE_MS = 15_000
const PROMPT = 'Answer with the word: ready'

/** Whether the language model answers; without a key there is nothing to check. */
export function checkModel(context: Pick<CommandContext, 'config' | 'logger'>): Promise<Check> {
  const configured = context.config.languageModel
  const remedy = 'Check GROQ_API_KEY, GROQ_MODEL and GROQ_BASE_URL; answers come from the graph meanwhile.'
  return attempt('model', remedy, async () => {
    const use = await openModel(context)
    if (use === undefined || configured === null) {
      const better = 'Set GROQ_API_KEY for answers in whole sentences (free: console.groq.com).'
      return { name: 'model', ok: true, detail: 'none: answers by rules', remedy: better, data: { model: null } }
    }
    const started = performance.now()
    await use.model.generate({
      messages: [{ role: 'user', content: PROMPT }],
      tools: [],
      promptTokens: 20,
      maxTokens: 200,
      priority: 'question',
      patienceMs: PATIENCE_MS,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const ms = Math.round(performance.now() - started)
    const detail = `${configured.model} at ${configured.baseUrl} answers in ${ms} ms`
    return { name: 'model', ok: true, detail, remedy: null, data: { model: configured.model, ms } }
  })
}
