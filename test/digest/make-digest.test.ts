/** What a digest says of reviews, of questions and to a person; the graph is real. */
import { describe, expect, it } from 'vitest'
import { digestToReply } from '../../src/digest/digest-to-reply.ts'
import { type DigestFor, type DigestWindow, makeDigest } from '../../src/digest/make-digest.ts'
import { mergeDigests } from '../../src/digest/merge-digests.ts'
import { saveEpisode } from '../../src/memory/save-episode.ts'
import { WORKSPACE_SCOPE } from '../../src/memory/scope.ts'
import { beginTask, writeNote } from '../../src/review/task.ts'
import { writeShop } from '../fixtures/graphs/shop.ts'
import { temporaryDatabase } from '../graph/temporary-database.ts'
import { writePulls } from './repository.ts'

const { database } = await temporaryDatabase()
const shop = database.graph('repobrain:local:test/shop')
await writeShop(shop)

const ALL: DigestFor = { includes: ['facts', 'reviews', 'questions'], privateTo: null, person: null, zone: 'UTC' }
const between = (since: string, now: string, more: Partial<DigestWindow> = {}): DigestWindow => ({
  since: new Date(since),
  cursor: null,
  now: new Date(now),
  reported: [],
  ...more,
})
const textOf = async (wanted: DigestFor, window: DigestWindow, graph = shop) =>
  digestToReply((await makeDigest(graph, wanted, window)).digest).text

describe('reviews', () => {
  it('are told one line for each pull request, by verdict, with links', async () => {
    await writePulls(database, [
      {
        number: 41,
        title: 'Retry [once](https://evil.example)',
        mergedAt: '2026-06-02T08:00:00Z',
        reviews: { bo: ['approved', '2026-06-01T20:00:00Z'], cy: ['changes_requested', '2026-06-01T21:00:00Z'] },
      },
      {
        number: 42,
        reviews: { bo: ['commented', '2026-06-01T22:00:00Z'], 'dependabot[bot]': ['approved', '2026-06-01T23:00:00Z'] },
      },
      { number: 43, author: 'dependabot[bot]', reviews: { bo: ['approved', '2026-06-01T23:00:00Z'] } },
    ])
    const graph = database.graph('repobrain:local:acme/shop')
    const text = await textOf(ALL, between('2026-06-01T09:00:00Z', '2026-06-02T09:00:00Z'), graph)
    const page = 'https://github.com/acme/shop/pull'
    const [ann, bo, cy] = ['Ann', 'Bo', 'Cy'].map((name) => `[${name}](https://github.com/${name.toLowerCase()})`)
    expect(text).toBe(
      [
        '**acme/shop**: what is new since Monday, 1 June, 09:00',
        '',
        '**Pull requests**',
        `- [#41](${page}/41) “Retry (once)(evil.example)” by ${ann}: changes requested by ${cy}, approved by ${bo}, merged`,
        `- [#42](${page}/42) “Change 42” by ${ann}: commented on by ${bo}`,
      ].join('\n'),
    )
  })

  it('of ours are told with the gravest finding, once for each head', async () => {
    const graph = database.graph('repobrain:local:acme/ours')
    await writePulls(database, [], 'acme/ours')
    const subject = {
      base: 'a',
      head: 'b',
      merge_base: 'a',
      number: 50,
      title: 'Drop the guard',
      author: 'ann',
      draft: false,
      url: null,
    }
    const body = {
      ...subject,
      indexed: null,
      nothing: null,
      files: 1,
      hunks: 1,
      mapped: 1,
      unmapped: [],
      functions: [],
      missing: [],
    }
    const task = await beginTask(graph, body, null)
    const findings = ['`fetch` is called without a guard', 'second'].map((title) => ({
      title,
      url: 'https://github.com/acme/ours/blob/b/x.py#L1',
    }))
    await writeNote(graph, task, { agent: 'reviewer', text: 'done', body: { subject, findings } })
    const now = new Date(Date.now() + 1_000).toISOString()
    const since = new Date(Date.now() - 60_000).toISOString()
    const { digest, reported } = await makeDigest(graph, ALL, between(since, now))
    expect(digestToReply(digest).text).toContain(
      '- [#50](https://github.com/acme/ours/pull/50) “Drop the guard” by [@ann](https://github.com/ann): my review found [“`fetch` is called without a guard”](https://github.com/acme/ours/blob/b/x.py#L1) and 1 more',
    )
    const again = await makeDigest(graph, ALL, between(since, now, { reported }))
    expect(again.digest.pulls).toEqual([])
    expect(again.reported).toEqual(reported)
  })
})

describe('questions without an answer', () => {
  const ask = (question: string, more: Partial<Parameters<typeof saveEpisode>[1]> = {}) =>
    saveEpisode(shop, {
      id: crypto.randomUUID(),
      session: crypto.randomUUID(),
      question,
      answer: '',
      mode: 'graph',
      asker: 'Dan',
      at: new Date('2026-07-01T10:00:00Z'),
      scope: WORKSPACE_SCOPE,
      commit: null,
      queries: [],
      path: [],
      used: [],
      ...more,
    })

  it('name who has had most to do with what they are near to, but not who asked', async () => {
    await ask('why does a charge of the card fail at night?')
    for (const words of ['thank you!', 'thanks a lot for that', 'hello there, my friend', '谢谢你的帮助啊', 'and who?'])
      await ask(words)
    await ask('what is answered?', { used: [{ ref: 'function:shop/pay.py::charge', role: 'subject' }] })
    await ask('what is secret here?', { scope: 'channel:C9' })
    await ask('how is a charge made twice?', { asker: 'Ana Silva', at: new Date('2026-07-01T11:00:00Z') })
    const window = between('2026-07-01T09:00:00Z', '2026-07-01T12:00:00Z')
    expect(await textOf(ALL, window)).toBe(
      [
        '**test/shop**: what is new since Wednesday, 1 July, 09:00',
        '',
        '**Questions that found no answer**',
        '- “why does a charge of the card fail at night?” (Dan): [Ana Silva](https://github.com/ana) may know, who wrote 2 of the 6 changes of `charge`',
        '- “how is a charge made twice?” (Ana Silva): [Bo Chen](https://github.com/bo) may know, who wrote 1 and reviewed 1 of the 6 changes of `charge`',
      ].join('\n'),
    )
    expect(await textOf({ ...ALL, privateTo: 'C9' }, window)).toContain('what is secret here?')
  })
})

describe('what concerns one person', () => {
  const window = between('2024-01-01T00:00:00Z', '2025-12-31T00:00:00Z')

  it('is changes of others to their code, and reviews of their own', async () => {
    const text = await textOf({ ...ALL, includes: ['reviews'], person: '@ANA' }, window)
    expect(text).toContain('**test/shop**: what is new around the code of Ana Silva since')
    expect(text).toMatch(
      /#12\].*“Charge in minor units” by \[Ana Silva\]\S+: approved by \[Bo Chen\]\S+, merged by \[Bo Chen\]/,
    )
    expect(text).toMatch(/#9\].*“Retry declined cards” by \[Bo Chen\].*: merged \(changes `charge`\)/)
    expect(text).not.toContain('Call it add_item')
  })

  it('is refused for somebody whom history does not know', async () => {
    await expect(makeDigest(shop, { ...ALL, person: 'nobody' }, window)).rejects.toThrow('Nobody called nobody')
  })
})

it('two digests of a day are one, with each pull request on one line', async () => {
  const graph = database.graph('repobrain:local:acme/twice')
  const pull = { number: 1, reviews: { bo: ['approved', '2026-06-01T10:00:00Z'] as const } }
  await writePulls(database, [pull], 'acme/twice')
  const first = await makeDigest(graph, ALL, between('2026-06-01T09:00:00Z', '2026-06-01T11:00:00Z'))
  await writePulls(
    database,
    [
      { ...pull, mergedAt: '2026-06-01T12:00:00Z' },
      { number: 2, mergedAt: '2026-06-01T12:00:00Z' },
    ],
    'acme/twice',
  )
  const { reported } = first
  const second = await makeDigest(
    graph,
    ALL,
    between('2026-06-01T09:00:00Z', '2026-06-01T13:00:00Z', { cursor: new Date('2026-06-01T11:00:00Z'), reported }),
  )
  const { text } = digestToReply(mergeDigests(first.digest, second.digest))
  expect(text.match(/^- \[#\d+\]/gm)).toEqual(['- [#1]', '- [#2]'])
  expect(text).toMatch(/#1\].*: approved by .*, merged$/m)
  expect(text).toContain('since Monday, 1 June, 09:00')
})
