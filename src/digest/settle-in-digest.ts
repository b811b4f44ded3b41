import type { ChatPlatform, PostId } from '../chat.ts'
import { storedKey } from '../graph/entities.ts'
import type { Database } from '../graph/types.ts'
import type { Fact } from '../memory/fact.ts'
import { loadFacts } from '../memory/load-facts.ts'
import { graphName } from '../repositories.ts'
import { createDigestSettings } from '../settings/digest-settings.ts'
import { type DigestFact, readDigest } from './digest.ts'
import { digestToReply } from './digest-to-reply.ts'

export interface Settling {
  readonly database: Pick<Database, 'graph'>
  readonly platform: Pick<ChatPlatform, 'posted'>
  readonly workspace: string
  /** The post whose button was pressed. */
  readonly post: PostId
}

/** Shows in the digest's post what has become of its facts. Nothing is done for a post that is no digest, or no longer the last. */
export async function settleInDigest({ database, platform, workspace, post }: Settling): Promise<void> {
  const settings = createDigestSettings(database, workspace)
  const entry = (await settings.all()).find((each) => each.post === post)
  const digest = readDigest(entry?.document ?? null)
  if (entry === undefined || digest === null) return
  const graph = database.graph(graphName(workspace, digest.repository))
  const facts = await loadFacts(
    graph,
    digest.facts.map(({ id }) => storedKey(`fact:${id}`)),
  )
  const settled = digest.facts.map((fact) => ({ ...fact, settled: outcomeOf(facts.find(({ id }) => id === fact.id)) }))
  const now = { ...digest, facts: settled }
  // Whoever records at the same time keeps the same: it is read from the graph, not from the button.
  await settings.record(entry.id, entry.cursor, { ...entry, document: JSON.stringify(now) })
  await platform.posted(entry.conversation, post).update(digestToReply(now))
}

function outcomeOf(fact: Fact | undefined): DigestFact['settled'] {
  if (fact === undefined) return 'forgotten'
  if (fact.standing !== 'held') return fact.standing === 'retired' ? 'retired' : 'replaced'
  return fact.status === 'stale' || fact.status === 'gone' || fact.status === 'weakened' ? null : 'still-true'
}
