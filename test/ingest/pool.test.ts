import { afterEach, expect, test } from 'vitest'
import { createWorkerPool, type WorkerPool } from '../../src/ingest/pool.ts'

let pool: WorkerPool
afterEach(() => pool.close())

const python = (source: string) => ({ language: 'python', files: [{ oid: 'a', content: Buffer.from(source) }] })

test('tasks run on worker threads and answer in kind', async () => {
  pool = createWorkerPool({ size: 2 })
  const outputs = await Promise.all(
    Array.from({ length: 9 }, (_, n) => pool.run('extract', python(`def f${n}(): pass\n`))),
  )
  const names = outputs.map(({ files }) => JSON.parse(files[0]?.json ?? '').facts.definitions[0].name)
  expect(names).toEqual(['f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8'])
})

test('a failing task rejects with its own message and the thread serves the next one', async () => {
  pool = createWorkerPool({ size: 1 })
  await expect(pool.run('extract', { language: 'klingon', files: [] })).rejects.toThrow('no extractor for klingon')
  expect((await pool.run('extract', { language: 'python', files: [] })).files).toEqual([])
})

test('closing rejects what is under way and what comes later', async () => {
  pool = createWorkerPool({ size: 1 })
  const running = pool.run('extract', python('x = 1\n'))
  const outcome = expect(running).rejects.toThrow(/closed|ended/)
  await pool.close()
  await outcome
  await expect(pool.run('extract', python('x = 1\n'))).rejects.toThrow('closed')
})
