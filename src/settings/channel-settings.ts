/** What people set for a channel. It lies in a graph of its own for each workspace, beside those of the repositories. */
import { storedKey } from '../graph/entities.ts'
import { channelRepository, setChannelRepository } from '../graph/queries/channel-repository.ts'
import type { Database } from '../graph/types.ts'

export interface ChannelSettings {
  /** `owner/name`, or null when none was set. */
  defaultRepository(channel: string): Promise<string | null>
  setDefaultRepository(channel: string, repository: string): Promise<void>
}

export function createChannelSettings(database: Pick<Database, 'graph'>, workspace: string): ChannelSettings {
  const graph = database.graph(`repobrain-settings:${workspace}`)
  const key = (channel: string) => storedKey(`channel:${channel}`)
  return {
    defaultRepository: async (channel) => {
      if (!(await graph.exists())) return null
      const [row] = await graph.run(channelRepository, { key: key(channel) })
      return row?.repository ?? null
    },
    setDefaultRepository: async (channel, repository) => {
      await graph.run(setChannelRepository, { key: key(channel), repository })
    },
  }
}
