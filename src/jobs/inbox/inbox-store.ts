/**
 * Incoming messages of one platform, written down in the database's server until they are handled. Every step is one Lua
 * script, so that processes and replicas that work on the same inbox see it before or after a step.
 *
 * `message:ID` is a hash: body (gone once handled), when it came, attempts, and the posts that its handling made. It stays for
 * a while, to know the message again when the platform sends it once more. `queue:CONVERSATION` lists the open messages of a
 * conversation in order, `ready` holds conversations by the time from which on they may be worked on, `claimed` by the time
 * until which their worker has them, `owners` names those workers. `spoken:PLACE`: the bot was spoken to there.
 */
import { z } from 'zod'
import type { Send } from '../../graph/connection.ts'

export interface NewMessage {
  readonly id: string
  /** What waits for each other: most often the place. */
  readonly conversation: string
  readonly body: string
  /** The thread that it was said in: from now on the bot is known to have been spoken to there. */
  readonly place: string
  /** Not to be taken down at all where it is not. */
  readonly onlyIfSpoken: boolean
}

/** A claim: taken down, and the caller is to work on it now. `waiting`: behind another of its conversation, or for whoever has time. */
export type Taking = 'duplicate' | 'not-for-us' | 'waiting' | Claim

export interface Claim {
  readonly conversation: string
  readonly id: string
  readonly body: string
  /** How often its handling was begun, this time included. */
  readonly attempt: number
  /** By ordinal: ids of the posts that earlier attempts made. */
  readonly posts: ReadonlyMap<string, string>
  /** Time by the server's clock since it was taken down. */
  readonly ageMs: number
}

export interface InboxStore {
  /** `owner` is a fresh name for each claim; null takes the message down for others to claim. */
  take(message: NewMessage, owner: string | null): Promise<Taking>
  /** The head of a conversation that nobody works on, the longest ready first; null when there is none. */
  claim(owner: string): Promise<Claim | null>
  /** `lost`: it ran out, and the claim is somebody else's. `stopped`: people do not wait for it any more. */
  renew(conversation: string, owner: string): Promise<'held' | 'lost' | 'stopped'>
  /** Whoever works on that conversation learns with its next renewal that it may stop. */
  askToStop(conversation: string): Promise<void>
  recordPost(id: string, ordinal: string, post: string): Promise<void>
  /** Handled: its conversation goes on with the next message. */
  finish(conversation: string, owner: string): Promise<void>
  /** Not handled: it may be claimed again after the pause. An interrupted attempt does not count. */
  giveBack(conversation: string, owner: string, how: { pauseMs: number; counts: boolean }): Promise<void>
  isOpen(id: string): Promise<boolean>
  /** Conversations that are claimed, each with the owner of its claim. */
  owners(): Promise<ReadonlyMap<string, string>>
}

/** Platforms send again within hours; a bot that was away for a weekend must still know what it answered before. */
const KNOWN_FOR_MS = 7 * 24 * 3_600_000
/** A thread that nobody wrote in for so long is not listened to any more, unless the bot is named again. */
const SPOKEN_FOR_MS = 365 * 24 * 3_600_000

const COMMON = `
local base = KEYS[1]
local function key(name) return base .. name end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function give(conversation, owner, lease)
  redis.call('ZADD', key('claimed'), now + lease, conversation)
  redis.call('HSET', key('owners'), conversation, owner)
end
local function owns(conversation, owner) return redis.call('HGET', key('owners'), conversation) == owner end
local function leave(conversation)
  redis.call('ZREM', key('claimed'), conversation)
  redis.call('HDEL', key('owners'), conversation)
end
local function begin(conversation)
  local id = redis.call('LINDEX', key('queue:') .. conversation, 0)
  if not id then return false end
  redis.call('HINCRBY', key('message:') .. id, 'attempts', 1)
  return { conversation, id, tostring(now), unpack(redis.call('HGETALL', key('message:') .. id)) }
end
`

/**
 * ARGV: id, conversation, body, only where spoken (1), owner or nothing, lease in ms, place, how long spoken is kept. Sent once
 * more because its answer was lost, it finds its own claim.
 */
const TAKE = `${COMMON}
local id, conversation, owner = ARGV[1], ARGV[2], ARGV[5]
if redis.call('EXISTS', key('message:') .. id) == 1 then
  if owner ~= '' and owns(conversation, owner) then return begin(conversation) end
  return 'duplicate'
end
if ARGV[4] == '1' and redis.call('EXISTS', key('spoken:') .. ARGV[7]) == 0 then return 'not-for-us' end
redis.call('HSET', key('message:') .. id, 'body', ARGV[3], 'at', now, 'attempts', 0)
redis.call('SET', key('spoken:') .. ARGV[7], 1, 'PX', ARGV[8])
if redis.call('RPUSH', key('queue:') .. conversation, id) > 1 then return 'waiting' end
if owner == '' then
  redis.call('ZADD', key('ready'), now, conversation)
  return 'waiting'
end
give(conversation, owner, ARGV[6])
return begin(conversation)`

/** ARGV: owner, lease in ms. What ran out is ready again, and first. */
const CLAIM = `${COMMON}
for _, conversation in ipairs(redis.call('ZRANGEBYSCORE', key('claimed'), '-inf', now)) do
  leave(conversation)
  redis.call('ZADD', key('ready'), 0, conversation)
end
while true do
  local conversation = redis.call('ZRANGEBYSCORE', key('ready'), '-inf', now, 'LIMIT', 0, 1)[1]
  if not conversation then return false end
  redis.call('ZREM', key('ready'), conversation)
  local found = begin(conversation)
  if found then
    give(conversation, ARGV[1], ARGV[2])
    return found
  end
end`

/** ARGV: conversation, owner, lease in ms. */
const RENEW = `${COMMON}
if not owns(ARGV[1], ARGV[2]) then return 'lost' end
give(ARGV[1], ARGV[2], ARGV[3])
if redis.call('DEL', key('stop:') .. ARGV[1]) == 1 then return 'stopped' end
return 'held'`

/** ARGV: conversation, owner, how long a handled message is known. */
const FINISH = `${COMMON}
local conversation = ARGV[1]
if not owns(conversation, ARGV[2]) then return 0 end
local id = redis.call('LPOP', key('queue:') .. conversation)
if id then
  redis.call('HDEL', key('message:') .. id, 'body')
  redis.call('PEXPIRE', key('message:') .. id, ARGV[3])
end
leave(conversation)
if redis.call('LLEN', key('queue:') .. conversation) > 0 then redis.call('ZADD', key('ready'), now, conversation) end
return 1`

/** ARGV: conversation, owner, pause in ms, whether the attempt counts (1). */
const GIVE_BACK = `${COMMON}
local conversation = ARGV[1]
if not owns(conversation, ARGV[2]) then return 0 end
local id = redis.call('LINDEX', key('queue:') .. conversation, 0)
if id and ARGV[4] == '0' then redis.call('HINCRBY', key('message:') .. id, 'attempts', -1) end
leave(conversation)
redis.call('ZADD', key('ready'), now + ARGV[3], conversation)
return 1`

const TAKING = z.enum(['duplicate', 'not-for-us', 'waiting'])
const RENEWAL = z.enum(['held', 'lost', 'stopped'])

export interface InboxStoreOptions {
  readonly send: Send
  /** Of the platform: each has an inbox of its own. */
  readonly name: string
  /** How long a claim holds without being renewed: after that, its worker counts as dead. */
  readonly leaseMs: number
}

export function createInboxStore({ send, name, leaseMs }: InboxStoreOptions): InboxStore {
  // The braces keep all keys of an inbox on one node of a cluster.
  const base = `repobrain:{inbox:${name}}:`
  const lease = String(leaseMs)
  const run = (script: string, ...args: string[]) => send(['EVAL', script, '1', base, ...args])
  return {
    take: async ({ id, conversation, body, place, onlyIfSpoken }, owner) => {
      const flag = onlyIfSpoken ? '1' : '0'
      const reply = await run(TAKE, id, conversation, body, flag, owner ?? '', lease, place, String(SPOKEN_FOR_MS))
      return readClaim(reply) ?? TAKING.parse(String(reply))
    },
    claim: async (owner) => readClaim(await run(CLAIM, owner, lease)),
    renew: async (conversation, owner) => RENEWAL.parse(String(await run(RENEW, conversation, owner, lease))),
    askToStop: async (conversation) => {
      await send(['SET', `${base}stop:${conversation}`, '1', 'PX', lease])
    },
    recordPost: async (id, ordinal, post) => {
      await send(['HSET', `${base}message:${id}`, `post:${ordinal}`, post])
    },
    finish: async (conversation, owner) => void (await run(FINISH, conversation, owner, String(KNOWN_FOR_MS))),
    giveBack: async (conversation, owner, { pauseMs, counts }) => {
      await run(GIVE_BACK, conversation, owner, String(pauseMs), counts ? '1' : '0')
    },
    owners: async () => pairs(await send(['HGETALL', `${base}owners`])),
    isOpen: async (id) => (await send(['HEXISTS', `${base}message:${id}`, 'body'])) === 1,
  }
}

/** [conversation, id, server time, field, value, field, value, …] */
function readClaim(reply: unknown): Claim | null {
  if (!Array.isArray(reply)) return null
  const [conversation = '', id = '', now = '0', ...rest] = reply.map(String)
  const fields = pairs(rest)
  const posts = [...fields].filter(([field]) => field.startsWith('post:'))
  return {
    conversation,
    id,
    body: fields.get('body') ?? '',
    attempt: Number(fields.get('attempts')),
    posts: new Map(posts.map(([field, post]) => [field.slice('post:'.length), post])),
    ageMs: Math.max(0, Number(now) - Number(fields.get('at'))),
  }
}

function pairs(reply: unknown): Map<string, string> {
  const found = new Map<string, string>()
  const flat = Array.isArray(reply) ? reply.map(String) : []
  for (let at = 0; at + 1 < flat.length; at += 2) found.set(flat[at] ?? '', flat[at + 1] ?? '')
  return found
}
