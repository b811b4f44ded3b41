import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPackedFile, savePackedFile } from '../../src/ingest/packed-file.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'repobrain-packed-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const file = { header: { name: 'café' }, columns: { small: Uint32Array.of(1, 2, 3), wide: Float64Array.of(0.5) } }
const load = (path: string) => loadPackedFile<{ name: string }>(path, ({ name }) => name === 'café')

test('a packed file is read as it was saved', () => {
  const path = join(dir, 'whole')
  savePackedFile(path, file)
  expect(load(path)).toEqual(file)
})

const withLength = (json: string) => Buffer.concat([Buffer.from(Uint32Array.of(json.length).buffer), Buffer.from(json)])

test.each([
  ['empty', Buffer.alloc(0)],
  ['no JSON', withLength('not JSON')],
  ['of a form without a header', withLength('{"format":2,"generation":"g"}')],
  ['of a form whose columns are described otherwise', withLength('{"header":{"name":"café"},"layout":["small"]}')],
  ['longer in its own words than it is', Buffer.from(Uint32Array.of(4_000_000_000).buffer)],
])('a file that is %s counts as absent', (name, bytes) => {
  const path = join(dir, name)
  writeFileSync(path, bytes)
  expect(load(path)).toBeNull()
})

test('a file that was cut off counts as absent', () => {
  const path = join(dir, 'cut')
  savePackedFile(path, file)
  writeFileSync(path, readFileSync(path).subarray(0, -1))
  expect(load(path)).toBeNull()
})
