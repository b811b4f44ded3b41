/** What `scripts/check-image.mjs` runs, as far as it can be read. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').replace(/\\\n/g, ' ')
const stages = text.split(/^FROM /m).slice(1)
const final = stages.at(-1) ?? ''
const words = (keyword: string) => JSON.parse(new RegExp(`^${keyword} (.+)$`, 'm').exec(final)?.[1] ?? '[]') as string[]

it('copies only what is there, and nothing that .dockerignore leaves out', () => {
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').trim().split('\n')
  expect(copied.filter((path) => ignored.includes(path.split('/')[0] ?? ''))).toEqual([])
  expect(copied).toEqual(expect.arrayContaining(['src', 'handlers', 'adapters', 'package-lock.json']))
})

it('leaves build tools and development packages in the first stage', () => {
  expect(stages).toHaveLength(2)
  expect(stages[0]).toMatch(/npm ci --ignore-scripts --omit=dev\s*$/m)
  expect(final).not.toMatch(/npm|build-essential|g\+\+|python3/)
})

it('runs as an ordinary user, says how it is, and starts the bot', () => {
  expect(final).toMatch(/^USER node$/m)
  expect(final).toContain('/healthz')
  expect([...words('ENTRYPOINT'), ...words('CMD')]).toEqual(['node', 'dist/main.js', 'start'])
})
