import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRepository } from '../../src/git/open-repository.ts'
import type { GitRepository } from '../../src/git/types.ts'
import { beginReview } from '../../src/review/begin-review.ts'
import type { ReviewDocument } from '../../src/review/review-document.ts'
import { runReview } from '../../src/review/run-review.ts'
import { buildRepository } from '../fixtures/build-repository.ts'
import { openWorkspace, type Workspace } from '../fixtures/open-workspace.ts'
import { remember } from '../memory/remember.ts'

const STORE = `class Store:
    def __init__(self, path):
        self.path = path

    def get(self, key, default=None):
        return key or default

    def _load(self):
        return self.path


def open_store(path):
    return Store(path)


def close_store(store):
    return store
`
const SHOP = `from store import Store, close_store, open_store


def price(store: Store, name):
    return store.get(name, 0)


def total(names):
    store = open_store("shop.db")
    found = [price(store, name) for name in names]
    close_store(store)
    return sum(found)
`
const TEST = `from shop import total


def test_total():
    assert total([]) == 0
`
const replaced = (text: string, ...edits: readonly (readonly [string, string])[]) =>
  edits.reduce((current, [was, now]) => current.replace(was, now), text)

let workspace: Workspace
let git: GitRepository

beforeAll(async () => {
  const repository = buildRepository()
  const start = repository.commit({ files: { 'store.py': STORE, 'shop.py': SHOP, 'test_shop.py': TEST } })
  const branch = (name: string, files: Record<string, string | null>) =>
    repository.commit({ branch: name, start, files })
  branch('body', { 'store.py': replaced(STORE, ['return key or default', 'return default if key is None else key']) })
  branch('required', {
    'store.py': replaced(STORE, ['def get(self, key, default=None)', 'def get(self, key, *, default)']),
  })
  branch('lower', {
    'store.py': replaced(STORE, ['def get(self, key, default=None)', 'def get(self, key, *, default)']),
    'shop.py': `"""A shop."""\n\n${SHOP}`,
  })
  branch('fitted', {
    'store.py': replaced(STORE, ['def get(self, key, default=None)', 'def get(self, key, *, default)']),
    'shop.py': replaced(SHOP, ['store.get(name, 0)', 'store.get(name, default=0)']),
  })
  branch('annotated', { 'store.py': replaced(STORE, ['default=None)', 'default: object = None) -> object']) })
  branch('constructed', { 'store.py': replaced(STORE, ['def __init__(self, path)', 'def __init__(self, path, mode)']) })
  branch('deleted', { 'store.py': replaced(STORE, ['\n\ndef close_store(store):\n    return store\n', '']) })
  branch('unused', {
    'store.py': replaced(STORE, ['\n\ndef close_store(store):\n    return store\n', '']),
    'shop.py': replaced(SHOP, ['    close_store(store)\n', ''], ['Store, close_store,', 'Store,']),
  })
  branch('private', { 'store.py': replaced(STORE, ['    def _load(self):\n        return self.path\n\n', '']) })
  git = await openRepository(await repository.write())
  workspace = await openWorkspace()
  await workspace.ingest(git.gitDir, { name: 'test/app' })
}, 120_000)
afterAll(() => workspace.close())

async function review(head: string): Promise<ReviewDocument> {
  const { task } = await beginReview(workspace.graph(), git, { base: 'main', head }, null)
  return runReview(workspace.graph(), git, task)
}
const told = ({ findings }: ReviewDocument) =>
  findings.map(({ kind, gravity, path, lines }) => `${kind} ${gravity} ${path}${lines ? `:${lines.start}` : ''}`)

describe('who depends on what changed', () => {
  it('is listed by distance, tests apart', async () => {
    const { callers, caller_counts } = await review('body')
    expect(callers.map(({ from, depth, test }) => `${from.title} ${depth}${test ? ' test' : ''}`)).toEqual([
      'price 1',
      'total 2',
      'test_total 3 test',
    ])
    expect(caller_counts).toEqual({ direct: 1, transitive: 2, tests: 1, unsure: 0 })
  })
})

describe('calls of what changed', () => {
  it('that do not fit the new signature are found at the head', async () => {
    const document = await review('required')
    expect(told(document)).toEqual(['call-breaks high shop.py:5'])
    expect(document.findings[0]?.text).toBe('`price` (shop.py:5) passes 2 arguments by position, where 1 is taken.')
  })

  it('that were changed along fit; that others may not is told', async () => {
    const document = await review('fitted')
    expect(told(document)).toEqual(['signature-changed low store.py:5'])
    expect(document.findings[0]?.text).toContain('The one call of it that is known here fits.')
  })

  it('are left in peace by annotations', async () => expect(told(await review('annotated'))).toEqual([]))

  it('of a constructor name the class', async () => {
    const { findings } = await review('constructed')
    expect(findings.map(({ text }) => text)).toEqual([
      '`open_store` (store.py:13) does not pass `mode`, which is required.',
    ])
  })

  it('of a deleted function are found where they are left', async () => {
    expect(told(await review('deleted'))).toEqual(['call-breaks high shop.py:11'])
  })

  it('that are gone with a public function leave a note for those outside', async () => {
    expect(told(await review('unused'))).toEqual(['public-name-removed medium store.py'])
  })

  it('are nobody else’s of what is private', async () => expect(told(await review('private'))).toEqual([]))
})

describe('facts', () => {
  it('are at risk when their code changes, not when it is only annotated elsewhere', async () => {
    await remember(workspace.graph(), 'get returns the key itself', ['function:store.py::Store.get'])
    const { facts } = await review('body')
    expect(facts.map(({ text, about, why }) => [text, about, why])).toEqual([
      ['get returns the key itself', ['Store.get'], 'code-changed'],
    ])
    expect((await review('deleted')).facts).toEqual([])
  })
})

it('a finding keeps its id when the lines above it move', async () => {
  const [before] = (await review('required')).findings
  const [after] = (await review('lower')).findings
  expect([after?.id, after?.lines]).toEqual([before?.id, { start: 7, end: 7 }])
})
