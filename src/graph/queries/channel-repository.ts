import { z } from 'zod'
import { defineQuery } from '../define-query.ts'

/** The default repository of a channel, if one was set. Runs on the settings graph of a workspace. */
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
