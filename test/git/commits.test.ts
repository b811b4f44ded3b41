import { describe, expect, it } from 'vitest'
import { openRepository } from '../../src/git/open-repository.ts'
import { readCommitsAt } from '../../src/git/read-commits.ts'
import { buildRepository, type Change } from '../fixtures/build-repository.ts'
import { collect } from './collect.ts'

async function written(change: Change) {
  const builder = buildRepository()
  const commit = builder.commit(change)
  const repository = await openRepository(await builder.write())
  const [record] = await collect(repository.commits(commit.sha))
  return record
}

describe('the commits of a repository', () => {
  it('have both signatures with their own offsets, and the whole message', async () => {
    const record = await written({
      message: 'Subject\n\nBody, first line\n\n  indented\n',
      author: 'Zoë Åström <zoe@example.org>',
      committer: 'GitHub <noreply@github.com>',
      date: '2024-02-29T23:30:00-08:00',
    })
    expect(record).toMatchObject({
      parents: [],
      author: { name: 'Zoë Åström', email: 'zoe@example.org', at: '2024-02-29T23:30:00-08:00' },
      committer: { name: 'GitHub', email: 'noreply@github.com', at: '2024-02-29T23:30:00-08:00' },
      message: 'Subject\n\nBody, first line\n\n  indented',
    })
  })

  it.each(['2024-01-01T00:10:00+05:30', '1999-12-31T23:59:59+00:00', '2024-06-01T12:00:00-03:30'])(
    'keep the date %s',
    async (date) => expect((await written({ date }))?.author.at).toBe(date),
  )

  it('are decoded by their encoding header, and as latin-1 where there is none and they are no UTF-8', async () => {
    const latin1 = Buffer.from('Grüße', 'latin1')
    expect((await written({ message: latin1, encoding: 'ISO-8859-1' }))?.message).toBe('Grüße')
    expect((await written({ message: latin1 }))?.message).toBe('Grüße')
    const cp1251 = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])
    expect((await written({ message: cp1251, encoding: 'windows-1251' }))?.message).toBe('Привет')
  })

  it('may lack message, name and address', async () => {
    const record = await written({ message: '', author: ' <>' })
    expect(record).toMatchObject({ message: '', author: { name: '', email: '' } })
  })

  it('come children first, without what is excluded', async () => {
    const builder = buildRepository()
    const root = builder.commit({ message: 'root', files: { a: '1' } })
    const side = builder.commit({ message: 'side', branch: 'side', start: root, date: '2030-01-01T00:00:00Z' })
    const main = builder.commit({ message: 'main', date: '2020-01-01T00:00:00Z' })
    const merge = builder.merge(side, { message: 'merge' })
    const repository = await openRepository(await builder.write())
    const all = await collect(repository.commits(merge.sha))
    expect(new Set(all.map(({ message }) => message))).toEqual(new Set(['merge', 'side', 'main', 'root']))
    const place = new Map(all.map(({ sha }, index) => [sha, index]))
    for (const { sha, parents } of all) {
      for (const parent of parents) expect(place.get(parent)).toBeGreaterThan(place.get(sha) ?? 0)
    }
    expect(all[0]?.parents).toEqual([main.sha, side.sha])
    const rest = await collect(repository.commits(merge.sha, [main.sha]))
    expect(rest.map(({ message }) => message)).toEqual(['merge', 'side'])
  })

  it('are read whole when they do not fit one chunk', async () => {
    const message = `Long\n\n${'é'.repeat(300_000)}`
    const builder = buildRepository()
    builder.commit({ message })
    const tip = builder.commit({ message })
    const repository = await openRepository(await builder.write())
    expect((await collect(repository.commits(tip.sha))).map((record) => record.message)).toEqual([message, message])
  })

  it('are given by id, without those that are not there', async () => {
    const builder = buildRepository()
    const commit = builder.commit()
    const { gitDir } = await openRepository(await builder.write())
    for (const shas of [
      ['0'.repeat(40), commit.sha],
      [commit.sha, 'a'.repeat(40)],
    ]) {
      expect((await collect(readCommitsAt(gitDir, shas))).map(({ sha }) => sha)).toEqual([commit.sha])
    }
    expect(await collect(readCommitsAt(gitDir, ['a'.repeat(40)]))).toEqual([])
  })
})
