import type { Send } from './connection.ts'
import type { DatabaseInfo } from './types.ts'

/** What the server says of itself. */
export async function readInfo(send: Send): Promise<Omit<DatabaseInfo, 'kind' | 'address'>> {
  const info = String(await send(['INFO', 'everything']))
  const field = (name: string) => new RegExp(`^${name}:(\\S*)`, 'm').exec(info)?.[1]
  const valkey = field('valkey_version')
  const module = /^module:name=graph,ver=(\d+)/m.exec(info)?.[1]
  const writing = field('aof_enabled') === '1' ? field('aof_last_write_status') : field('rdb_last_bgsave_status')
  return {
    server: valkey === undefined ? `redis ${field('redis_version')}` : `valkey ${valkey}`,
    module: module === undefined ? 'missing' : `falkordb ${readableVersion(Number(module))}`,
    appendOnly: field('aof_enabled') === '1',
    lastWriteOk: writing === 'ok',
    memoryBytes: Number(field('used_memory') ?? 0),
    uptimeSeconds: Number(field('uptime_in_seconds') ?? 0),
  }
}

/** 41603 → 4.16.3 */
const readableVersion = (version: number) =>
  [Math.floor(version / 10_000), Math.floor(version / 100) % 100, version % 100].join('.')
