import { describe, expect, it } from 'vitest'
import { openRepository } from '../../src/git/open-repository.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { collect } from './collect.ts'

describe('the contents of blobs', () => {
  it('come byte for byte in the order asked, null for what is no blob or not there', async () => {
    const builder = buildRepository()
    const contents: Record<string, Buffer> = {
      empty: Buffer.alloc(0),
      newline: Buffer.from('\n'),
      header: Buffer.from(`${'a'.repeat(40)} blob 5\nhello\n`),
      bytes: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
      large: Buffer.alloc(3_000_000, 'line of source\n'),
    }
    const commit = builder.commit({ files: contents })
    const repository = await openRepository(await builder.write())
    const tree = await repository.listTree(commit.sha)
    const missing = 'f'.repeat(40)
    const asked = [...tree.map(({ oid }) => oid), missing, commit.sha, ...tree.map(({ oid }) => oid).reverse()]
    const blobs = await collect(repository.blobs(asked))
    expect(blobs.map(({ oid }) => oid)).toEqual(asked)
    const expected = tree.map(({ path }) => contents[path])
    const actual = blobs.map(({ content }) => content)
    ;[...expected, null, null, ...expected.reverse()].forEach((content, index) => {
      expect(content == null ? actual[index] === content : actual[index]?.equals(content)).toBe(true)
    })
  })

  it('are not read ahead of a slow reader, and git ends with the reader', async () => {
    const builder = buildRepository()
    const commit = builder.commit({ files: { large: Buffer.alloc(4_000_000, 'x') } })
    const repository = await openRepository(await builder.write())
    const [entry] = await repository.listTree(commit.sha)
    const oids = Array.from({ length: 5000 }, () => entry?.oid ?? '')
    const before = process.memoryUsage().arrayBuffers
    let seen = 0
    for await (const { content } of repository.blobs(oids)) {
      expect(content?.length).toBe(4_000_000)
      await new Promise((resolve) => setTimeout(resolve, 5))
      // 5,000 of these would be 20 GB; a few may wait for the garbage collector.
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(400_000_000)
      if (++seen === 20) break
    }
    expect(seen).toBe(20)
  })

  it('are none when none are asked for', async () => {
    const builder = buildRepository()
    builder.commit({})
    const repository = await openRepository(await builder.write())
    expect(await collect(repository.blobs([]))).toEqual([])
  })
})
