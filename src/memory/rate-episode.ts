import { NotFoundError } from '../errors.ts'
import { storedKey } from '../graph/entities.ts'
import { rateEpisode as rate, remarkOnEpisode as remark } from '../graph/queries/episode-feedback.ts'
import type { Graph } from '../graph/types.ts'

const keyOf = (episode: string) => storedKey(`episode:${episode}`)

/** Records what a person thinks of an answer, in place of what they thought before. Throws NotFoundError. */
export async function rateEpisode(graph: Graph, episode: string, by: string, up: boolean): Promise<void> {
  const [row] = await graph.run(rate, { key: keyOf(episode), by, up })
  if (!row) throw new NotFoundError('That answer is not remembered any more.', 'Ask the question again.')
}

/** Records what was wrong with it, in a person's words. */
export async function remarkOnEpisode(graph: Graph, episode: string, by: string, text: string): Promise<void> {
  await graph.run(remark, { key: keyOf(episode), remark: `${by}: ${text}` })
}
