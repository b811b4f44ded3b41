/** The verified questions, each asked where it was asked: in its repository, at its commit. */
import { readFile } from 'node:fs/promises'
import { findClones } from '../bench/find-clones.ts'
import { groupBy } from '../src/agent/group-by.ts'
import { languages } from '../src/code/languages.ts'
import { openDatabase } from '../src/graph/open-database.ts'
import type { Database } from '../src/graph/types.ts'
import { createIngestMemory } from '../src/ingest/ingest-memory.ts'
import { ingestRepository } from '../src/ingest/ingest-repository.ts'
import { type GoldItem, goldItem } from './judge-answer.ts'

export interface GoldWorld {
  readonly database: Database
  readonly workspace: string
  /** Path of the clone. */
  readonly source: string
}

/** Items of a file, `only` those with these ids; apart from them what cannot be asked, and why. */
export async function readGold(file: string, only: readonly string[] | undefined) {
  const items = (await readFile(file, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => goldItem.parse(JSON.parse(line)))
    .filter(({ id }) => only === undefined || only.includes(id))
  return {
    asked: items.filter((item) => whyNot(item) === null),
    skipped: items.flatMap((item) => {
      const reason = whyNot(item)
      return reason === null ? [] : [{ id: item.id, reason }]
    }),
  }
}

/** Ingests each world once and visits its questions one after the other. `repos`: folder of clones. */
export async function visitGold(
  items: readonly GoldItem[],
  { repos, dataDir }: { readonly repos: string; readonly dataDir: string },
  visit: (item: GoldItem, world: GoldWorld) => Promise<void>,
): Promise<void> {
  const database = await openDatabase({ dataDir })
  const memory = createIngestMemory()
  try {
    for (const world of groupBy(items, ({ repo, commit }) => `${repo} ${commit}`).values()) {
      const [{ repo, commit }] = world as [GoldItem]
      const source = cloneOf(repos, repo)
      const workspace = commit.slice(0, 8)
      process.stderr.write(`${repo} at ${workspace} …\n`)
      await ingestRepository({ database, dataDir, memory, workspace, source, at: commit, name: repo })
      for (const item of world) await visit(item, { database, workspace, source })
    }
  } finally {
    await memory.close()
    await database.close()
  }
}

/** What this evaluation cannot ask, said in its report. */
function whyNot(item: GoldItem): string | null {
  if (!languages.some(({ name }) => name === item.language)) return `no extractor for ${item.language}`
  return item.kind === 'pr-review' ? 'asks for a review of an open pull request, not a question to the graph' : null
}

function cloneOf(repos: string, repository: string): string {
  const [owner = '', name = ''] = repository.split('/')
  const clones = findClones(repos, [])
  const fits = [`${owner}+${name}`, `${owner}/${name}`, `${owner}-${name}`, name]
  const clone = fits.flatMap((wanted) => clones.filter((each) => each.name === wanted))[0]
  if (!clone) throw new Error(`No clone of ${repository} in ${repos}`)
  return clone.path
}
