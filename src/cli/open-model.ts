import type { ModelUse } from '../agent/model/write-with-model.ts'
import type { CommandContext } from './command.ts'

/** The language model of the configuration; undefined without a key, and then its client is not even loaded. */
export async function openModel({
  config,
  logger,
}: Pick<CommandContext, 'config' | 'logger'>): Promise<ModelUse | undefined> {
  if (config.languageModel === null) return undefined
  const { questionTokens, patienceMs, ...server } = config.languageModel
  const own = logger.child({ component: 'model' })
  const { createGroqModel } = await import('../groq/create-groq-model.ts')
  return { model: createGroqModel({ ...server, logger: own }), questionTokens, patienceMs, logger: own }
}
