/** What is set for a channel. These run on the settings graph of a workspace. */
import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** The default repository of a channel, if one was set. */
export const channelRepository = defineQuery({
  name: 'channel-repository',
  mode: 'read',
  params: z.object({ key: z.string() }),
  row: z.object({ repository: z.string() }),
  cypher: 'MATCH (c:Channel {key: $key}) WHERE c.repository IS NOT NULL RETURN c.repository AS repository',
})

/** Sets the default repository of a channel. */
export const setChannelRepository = defineQuery({
  name: 'set-channel-repository',
  mode: 'write',
  params: z.object({ key: z.string(), repository: z.string() }),
  row: z.object({ repository: z.string() }),
  cypher: 'MERGE (c:Channel {key: $key}) SET c.repository = $repository RETURN c.repository AS repository',
})

/** Which repositories are bound to channels, one row for each pair. */
export const boundRepositories = defineQuery({
  name: 'bound-repositories',
  mode: 'read',
  params: z.object({}),
  row: z.object({ repository: z.string(), channel: z.string() }),
  cypher: `MATCH (c:Channel) WHERE c.bound IS NOT NULL
UNWIND c.bound AS repository RETURN repository, c.id AS channel ORDER BY repository, channel`,
})

/** Binds a repository to a channel, beside those that it is bound to already. */
export const bindRepository = defineQuery({
  name: 'bind-repository',
  mode: 'write',
  params: z.object({ key: z.string(), id: z.string(), repository: z.string() }),
  row: z.object({ bound: z.array(z.string()) }),
  cypher: `MERGE (c:Channel {key: $key})
SET c.id = $id, c.bound = [r IN coalesce(c.bound, []) WHERE r <> $repository] + [$repository] RETURN c.bound AS bound`,
})

/** Takes the binding back. */
export const unbindRepository = defineQuery({
  name: 'unbind-repository',
  mode: 'write',
  params: z.object({ key: z.string(), repository: z.string() }),
  row: z.object({ bound: z.array(z.string()) }),
  cypher: `MATCH (c:Channel {key: $key})
SET c.bound = [r IN coalesce(c.bound, []) WHERE r <> $repository] RETURN c.bound AS bound`,
})
