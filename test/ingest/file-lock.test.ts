import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFileLock } from '../../src/ingest/file-lock.ts'

let dir: string
let path: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'repobrain-lock-'))
  path = join(dir, 'locks', 'one')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('one works at a time, and the lock is gone afterwards', async () => {
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++inside)
    await sleep(5)
    inside--
  }
  await Promise.all(Array.from({ length: 5 }, () => withFileLock(path, {}, work)))
  expect(most).toBe(1)
  expect(existsSync(path)).toBe(false)
})

test('the lock is given back when the work fails', async () => {
  await expect(withFileLock(path, {}, () => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck')
  expect(await withFileLock(path, {}, async () => 'next')).toBe('next')
})

test('the lock of a dead process is taken over, by one of several that want it', async () => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await new Promise((resolve) => child.on('exit', resolve))
  await withFileLock(path, {}, async () => {})
  writeFileSync(path, JSON.stringify({ pid: child.pid, started: null, token: 'of the dead' }))
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++inside)
    await sleep(30)
    inside--
  }
  await Promise.all([withFileLock(path, {}, work), withFileLock(path, {}, work), withFileLock(path, {}, work)])
  expect(most).toBe(1)
})

test('a process number in use again does not keep the lock of its former owner', async () => {
  await withFileLock(path, {}, async () => {})
  writeFileSync(path, JSON.stringify({ pid: process.pid, started: 'another boot 1', token: 'of the dead' }))
  expect(await withFileLock(path, {}, async () => 'mine')).toBe('mine')
})

test('waiting for a living process is told once and can be given up', async () => {
  const told: number[] = []
  const stop = new AbortController()
  const blocked = withFileLock(path, {}, async () => {
    const waiting = withFileLock(path, { signal: stop.signal, onWait: ({ pid }) => told.push(pid) }, async () => {})
    await sleep(150)
    stop.abort()
    await expect(waiting).rejects.toThrow()
  })
  await blocked
  expect(told).toEqual([process.pid])
})
