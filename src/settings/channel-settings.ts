/** What people set for a channel. */
import { storedKey } from '../graph/entities.ts'
import {
  bindRepository,
  boundRepositories,
  channelRepository,
  setChannelRepository,
  unbindRepository,
} from '../graph/queries/channel-repository.ts'
import type { Database } from '../graph/types.ts'
import { settingsGraph } from './settings-graph.ts'

/** Repositories that are for some channels only, with these. */
export type BoundRepositories = ReadonlyMap<string, ReadonlySet<string>>

export interface ChannelSettings {
  /** `owner/name`, or null when none was set. */
  defaultRepository(channel: string): Promise<string | null>
  setDefaultRepository(channel: string, repository: string): Promise<void>
  boundRepositories(): Promise<BoundRepositories>
  /** From the first binding on, the repository can be seen in its channels and nowhere else. */
  bindRepository(channel: string, repository: string): Promise<void>
  /** Without the last binding, everybody can see it again. */
  unbindRepository(channel: string, repository: string): Promise<void>
}

export function createChannelSettings(database: Pick<Database, 'graph'>, workspace: string): ChannelSettings {
  const graph = settingsGraph(database, workspace)
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
    boundRepositories: async () => {
      const rows = (await graph.exists()) ? await graph.run(boundRepositories, {}) : []
      const bound = new Map<string, Set<string>>()
      for (const { repository, channel } of rows) {
        bound.set(repository, (bound.get(repository) ?? new Set()).add(channel))
      }
      return bound
    },
    bindRepository: async (channel, repository) => {
      await graph.run(bindRepository, { key: key(channel), id: channel, repository })
    },
    unbindRepository: async (channel, repository) => {
      await graph.run(unbindRepository, { key: key(channel), repository })
    },
  }
}

/** Of these repositories, those that may be spoken of in the channel. */
export const visibleIn = (channel: string, repositories: readonly string[], bound: BoundRepositories): string[] =>
  repositories.filter((name) => bound.get(name)?.has(channel) ?? true)
