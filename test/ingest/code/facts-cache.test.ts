import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Language } from '../../../src/code/language.ts'
import { openFactsCache } from '../../../src/ingest/code/facts-cache.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'repobrain-facts-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const language = (version: string): Language => ({
  name: 'python',
  extensions: ['.py'],
  version,
  load: () => Promise.reject(new Error('not needed')),
  resolve: () => {
    throw new Error('not needed')
  },
})
const open = (version = '1') => openFactsCache(dir, language(version))
const oid = (digit: string) => digit.repeat(40)
const facts = (skipped: string) => ({ encoding: 'utf-8', skipped, facts: null })
const onlyFile = () => join(dir, readdirSync(dir)[0] ?? '')

test('what is put is there for the next process, per blob and extractor version', () => {
  const cache = open()
  cache.put(oid('a'), JSON.stringify(facts('für a')))
  cache.put(oid('b'), JSON.stringify(facts('b')))
  expect(cache.get(oid('a'))).toEqual(facts('für a'))
  cache.flush(new Set())
  expect(open().get(oid('a'))).toEqual(facts('für a'))
  expect(open().get(oid('b'))).toEqual(facts('b'))
  expect(open().get(oid('c'))).toBeNull()
  expect(open('2').get(oid('a'))).toBeNull()
})

test('a line that a crash cut short is absent and harms neither the lines before nor those after', () => {
  const first = open()
  first.put(oid('a'), JSON.stringify(facts('a')))
  first.flush(new Set())
  appendFileSync(onlyFile(), `${oid('b')} {"encoding":"ut`)
  const second = open()
  expect(second.get(oid('b'))).toBeNull()
  second.put(oid('c'), JSON.stringify(facts('c')))
  second.flush(new Set())
  expect(['a', 'b', 'c'].map((digit) => open().get(oid(digit))?.skipped)).toEqual(['a', undefined, 'c'])
})

test('a large file that is mostly of blobs out of use is rewritten with those in use', () => {
  const filler = JSON.stringify(facts('x'.repeat(3 << 20)))
  const cache = open()
  for (const digit of '0123456789abcdef') cache.put(oid(digit), filler)
  cache.flush(new Set())
  const again = open()
  again.put(oid('a').replace(/a$/, 'b'), JSON.stringify(facts('new')))
  again.flush(new Set([oid('3'), oid('a').replace(/a$/, 'b')]))
  expect(readFileSync(onlyFile()).length).toBeLessThan(4 << 20)
  expect(open().get(oid('3'))?.skipped).toHaveLength(3 << 20)
  expect(open().get(oid('a').replace(/a$/, 'b'))?.skipped).toBe('new')
  expect(open().get(oid('4'))).toBeNull()
})

test('a file of other contents is no cache and no error', () => {
  open().flush(new Set())
  const cache = open()
  cache.put(oid('a'), JSON.stringify(facts('a')))
  cache.flush(new Set())
  writeFileSync(onlyFile(), 'what is this\n\n\n')
  expect(open().get(oid('a'))).toBeNull()
})
