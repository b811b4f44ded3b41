/** What the buttons under an answer come back to: the answer as it was shown, and what it was asked. */
import { z } from 'zod'
import type { IncomingCommand, IncomingMessage, Reply } from '../src/chat.ts'
import { NotFoundError } from '../src/errors.ts'
import { createKeptDocuments } from '../src/jobs/kept-documents.ts'
import type { Services } from './services.ts'

const node = z.object({ key: z.string(), kind: z.string(), label: z.string(), url: z.string().nullable() })

const keptAnswer = z.object({
  workspace: z.string(),
  /** The private channel or direct message that it was given in; null where everybody may read it. */
  privateTo: z.string().nullable(),
  repository: z.string(),
  session: z.string(),
  asker: z.string(),
  question: z.string(),
  text: z.string(),
  language: z.enum(['en', 'zh']),
  path: z.array(z.object({ from: node, edge: z.string(), direction: z.enum(['out', 'in']), to: node })),
  sources: z.array(z.object({ ref: z.number(), label: z.string(), url: z.string().nullable() })),
  note: z.string().nullable(),
  /** Keys of what the question may mean. */
  candidates: z.array(z.string()),
})
export type KeptAnswer = z.infer<typeof keptAnswer>

/** Buttons under older answers say so. */
const KEPT_FOR_MS = 90 * 24 * 3_600_000

const documents = ({ database }: Pick<Services, 'database'>) =>
  createKeptDocuments(database.send, 'answer', KEPT_FOR_MS)

export const keepAnswer = (services: Pick<Services, 'database'>, episode: string, answer: KeptAnswer): Promise<void> =>
  documents(services).keep(episode, JSON.stringify(answer))

/** Throws NotFoundError for an answer that is too old, of another workspace, or of a private channel elsewhere. */
export async function findAnswer(
  services: Pick<Services, 'database'>,
  command: IncomingCommand,
  episode: string,
): Promise<KeptAnswer> {
  const found = episode === '' ? null : await documents(services).find(episode)
  const read = found === null ? null : keptAnswer.safeParse(JSON.parse(found))
  if (!read?.success || !mayRead(read.data, command))
    throw new NotFoundError('That answer is not kept any more.', 'Ask the question again.')
  return read.data
}

const mayRead = ({ workspace, privateTo }: KeptAnswer, message: IncomingMessage) =>
  workspace === message.workspace && (privateTo === null || privateTo === message.channel)

/** The answer as it was shown, without what could be done with it. */
export const keptReply = ({ text, language, path, sources, note }: KeptAnswer): Reply => ({
  text,
  language,
  path,
  sources,
  note,
})
