/** What becomes of channels that are quiet, gone, closed to the bot, or well; database and settings are real. */
import { expect, it } from 'vitest'
import { tick } from '../../src/digest/tick.ts'
import { ChannelGoneError, NotAllowedError } from '../../src/errors.ts'
import { createLogger } from '../../src/logger.ts'
import { createChannelSettings } from '../../src/settings/channel-settings.ts'
import { temporaryDatabase } from '../graph/temporary-database.ts'
import { createBoard } from './board.ts'
import { numbersIn, wantDigest, writePulls } from './repository.ts'

const { database } = await temporaryDatabase()
const logger = createLogger({ level: 'silent' })

it('H4: a quiet, an archived and a closed channel do not keep the digest from the one that has news', async () => {
  await writePulls(database, [
    { number: 1, mergedAt: '2026-06-05T10:00:00Z' },
    { number: 2, mergedAt: '2026-06-06T09:00:00Z' },
    { number: 3, mergedAt: '2026-06-06T20:00:00Z' },
  ])
  await writePulls(database, [{ number: 1, mergedAt: '2026-06-06T10:00:00Z', author: 'dependabot[bot]' }], 'acme/bots')
  for (const channel of ['A', 'B', 'C', 'D']) await wantDigest(database, channel, { at: '2026-06-05T09:00:00Z' })
  const settings = createChannelSettings(database, 'local')
  for (const channel of ['B', 'C', 'D']) await settings.setDefaultRepository(channel, 'acme/shop')
  await settings.setDefaultRepository('A', 'acme/bots')

  const board = createBoard()
  const tried: string[] = []
  let closed = true
  board.onPost((conversation, stage) => {
    if (stage === 'before') tried.push(conversation)
    if (conversation === 'B') throw new ChannelGoneError('board')
    if (conversation === 'C' && closed)
      throw new NotAllowedError('board', 'I am not a member of C', 'Invite me: /invite')
  })
  const waits = new Map()
  const at = (time: string) => tick({ database, platforms: [board.platform], logger, waits }, new Date(time))

  const saturday = await at('2026-06-06T09:00:00Z')
  expect(Object.fromEntries(saturday.map(({ id, outcome }) => [id, outcome]))).toEqual({
    A: 'nothing-new',
    B: 'gone',
    C: 'failed',
    D: 'posted',
  })
  expect(await at('2026-06-07T09:00:00Z')).toHaveLength(3)
  expect(await at('2026-06-08T09:00:00Z')).toHaveLength(3)

  expect(board.texts('A')).toEqual([])
  // Merged at the very moment of the digest, and at its edge: in one digest each.
  expect(board.texts('D').map(numbersIn)).toEqual([[2, 1], [3]])
  expect(tried.filter((conversation) => conversation === 'B')).toHaveLength(1)
  expect(tried.filter((conversation) => conversation === 'C')).toHaveLength(3)
  expect(board.texts('direct to ann').sort()).toEqual([
    'The digest that you set for B (09:00 UTC) is off: board: the channel is archived or gone.\nSet it again in a channel that is there: `digest 09:00 UTC`',
    'The digest that you set for C (09:00 UTC) could not be posted: board: I am not a member of C\nInvite me: /invite\nIt is tried again every day; this is said once.',
  ])

  closed = false
  await at('2026-06-09T09:00:00Z')
  expect(board.texts('C').flatMap(numbersIn).sort()).toEqual([1, 2, 3])
})

it('a digest says nothing of a repository that has become one for other channels only', async () => {
  const { database: own } = await temporaryDatabase()
  await writePulls(own, [{ number: 1, mergedAt: '2026-06-05T10:00:00Z' }])
  for (const channel of ['inside', 'outside']) await wantDigest(own, channel, { at: '2026-06-05T09:00:00Z' })
  await createChannelSettings(own, 'local').bindRepository('inside', 'acme/shop')
  const board = createBoard()
  const now = new Date('2026-06-06T09:00:00Z')
  await tick({ database: own, platforms: [board.platform], logger, waits: new Map() }, now)
  expect(board.texts('inside').flatMap(numbersIn)).toEqual([1])
  expect(board.texts('outside')).toEqual([])
})
