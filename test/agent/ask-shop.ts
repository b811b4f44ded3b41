/** Questions to the shop graph, each answerer with a database of its own. */

import type { Answer } from '../../src/agent/answer.ts'
import { type AskOptions, answerQuestion } from '../../src/agent/answer-question.ts'
import { type ShopOptions, writeShop } from '../fixtures/graphs/shop.ts'
import { temporaryDatabase } from '../graph/temporary-database.ts'

export type Ask = (question: string, options?: Partial<AskOptions>) => Promise<Answer>

export async function openShop(options: ShopOptions = {}): Promise<{ ask: Ask; dataDir: string }> {
  const { database, dataDir } = await temporaryDatabase()
  const graph = database.graph('repobrain:local:test/shop')
  await writeShop(graph, options)
  let seconds = 0
  const clock = () => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++))
  const ask: Ask = (question, more = {}) =>
    answerQuestion({ graph, question, readSource: async () => null, clock, ...more })
  return { ask, dataDir }
}

export const subjectNames = ({ subjects }: Answer) => subjects.map(({ qualified_name, path }) => qualified_name ?? path)
