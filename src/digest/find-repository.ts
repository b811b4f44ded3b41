import type { Database } from '../graph/types.ts'
import { chooseRepository, listRepositories } from '../repositories.ts'
import { createChannelSettings, visibleIn } from '../settings/channel-settings.ts'
import type { DigestEntry } from '../settings/digest-settings.ts'

/** The repository that a digest is about, of those that may be spoken of there. Throws what `chooseRepository` throws. */
export async function findRepository(
  database: Pick<Database, 'graph' | 'graphs'>,
  workspace: string,
  { id, repository }: Pick<DigestEntry, 'id' | 'repository'>,
): Promise<string> {
  const settings = createChannelSettings(database, workspace)
  const [indexed, bound, fallback] = await Promise.all([
    listRepositories(database, workspace),
    settings.boundRepositories(),
    settings.defaultRepository(id),
  ])
  return chooseRepository(visibleIn(id, indexed, bound), repository ?? fallback)
}
