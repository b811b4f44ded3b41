import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createDelivery, UndeliveredError } from '../../handlers/delivery.ts'
import { type Reply, textReply } from '../../src/chat.ts'
import { createNotesPlatform, messageOf } from '../fixtures/notes-platform.ts'

const WAITED_LONG_MS = 5_000
const sign: Reply = { ...textReply('Looking …'), unfinished: true }

function open(options: { ageMs?: number; earlier?: ReadonlyMap<string, string> } = {}) {
  const notes = createNotesPlatform()
  const recorded = new Map<string, string>()
  const deliver = (earlier: ReadonlyMap<string, string>, ageMs = 0) =>
    createDelivery({
      platform: notes.platform,
      message: messageOf('why?', { id: 'm1' }),
      log: { posts: earlier, recordPost: async (ordinal, post) => void recorded.set(ordinal, post) },
      ageMs,
      sign,
    })
  return { notes, recorded, deliver, ...deliver(options.earlier ?? new Map(), options.ageMs) }
}

const versions = (notes: ReturnType<typeof createNotesPlatform>) =>
  notes.posts.map((post) => post.versions.map(({ text }) => text))

it('posts a quick answer once, in reply to what was asked', async () => {
  const { chat, close, notes } = open()
  await chat.post('thread', textReply('answer'))
  await close()
  expect(versions(notes)).toEqual([['answer']])
  expect(notes.posts[0]?.inReplyTo?.id).toBe('m1')
})

it('shows a sign of life to who has waited, and the answer takes its place', async () => {
  const { chat, close, notes } = open({ ageMs: WAITED_LONG_MS })
  await expect.poll(() => versions(notes)).toEqual([['Looking …']])
  await chat.post('thread', textReply('answer'))
  await close()
  expect(versions(notes)).toEqual([['Looking …', 'answer']])
})

it('shows the latest progress at a bearable rate, and none after the answer', async () => {
  const { chat, close, notes } = open({ ageMs: WAITED_LONG_MS })
  await expect.poll(() => notes.posts.length).toBe(1)
  for (const text of ['one', 'two', 'three']) chat.progress(textReply(text))
  await sleep(50)
  expect(versions(notes)).toEqual([['Looking …']])
  await expect.poll(() => versions(notes), { timeout: 3_000 }).toEqual([['Looking …', 'three']])
  await chat.post('thread', textReply('answer'))
  chat.progress(textReply('too late'))
  await sleep(1_100)
  await close()
  expect(versions(notes)).toEqual([['Looking …', 'three', 'answer']])
})

it('goes on in the posts of an earlier attempt instead of posting again', async () => {
  const { chat, close, recorded, deliver, notes } = open({ ageMs: WAITED_LONG_MS })
  await expect.poll(() => recorded.get('1')).toBe('p1')
  await close()
  void chat
  const second = deliver(recorded)
  await second.chat.post('thread', textReply('answer'))
  await second.close()
  expect(versions(notes)).toEqual([['Looking …', 'answer']])
})

it('posts anew what was deleted since', async () => {
  const { chat, close, notes } = open({ earlier: new Map([['1', 'deleted']]) })
  const { posted } = notes.platform
  notes.platform.posted = (conversation, id) =>
    id === 'deleted' ? { id, update: () => Promise.reject(new Error('no such post')) } : posted(conversation, id)
  await chat.post('thread', textReply('answer'))
  await close()
  expect(versions(notes)).toEqual([['answer']])
})

it('lets a private word to somebody else leave the answer alone', async () => {
  const { chat, close, notes } = open({ ageMs: WAITED_LONG_MS })
  await expect.poll(() => notes.posts.length).toBe(1)
  await chat.post('thread', textReply('psst'), { inReplyTo: messageOf('x', { audience: 'author' }) })
  await chat.post('thread', textReply('answer'))
  await close()
  expect(versions(notes)).toEqual([['Looking …', 'answer'], ['psst']])
})

it('tells what could not be delivered from other failures', async () => {
  const { chat, close, notes } = open()
  notes.platform.post = () => Promise.reject(new Error('the socket is gone'))
  const failed = await createDelivery({
    platform: notes.platform,
    message: messageOf('why?'),
    log: { posts: new Map(), recordPost: async () => {} },
    ageMs: 0,
    sign,
  })
    .chat.post('thread', textReply('answer'))
    .catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(UndeliveredError)
  await chat.post('thread', textReply('answer')).catch(() => {})
  await close()
})
