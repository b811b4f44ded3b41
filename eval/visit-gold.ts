/** The verified questions, each asked where it was asked: in its repository, at its commit. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
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

export interface GoldOptions {
  readonly file: string
  /** Folder of clones. */
  readonly repos: string
  readonly data: string | undefined
  readonly only: readonly string[] | undefined
  readonly answers: boolean
  readonly json: boolean
}

/** What every evaluation over the questions takes; null, with the usage on stderr, when the file or the clones are not named. */
export function readGoldOptions(name: string, args: readonly string[]): GoldOptions | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      repos: { type: 'string' },
      data: { type: 'string' },
      only: { type: 'string' },
      answers: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  const { repos, data, only, answers, json } = values
  if (file !== undefined && repos !== undefined) return { file, repos, data, only: only?.split(','), answers, json }
  process.stderr.write(
    `usage: eval ${name} <gold.jsonl> --repos <folder of clones> [--data DIR] [--only ID,…] [--answers] [--json]\n`,
  )
  return null
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

/** Ingests each world once, in a data directory that is kept only if it was named, and visits its questions one after the other. */
export async function visitGold(
  items: readonly GoldItem[],
  { repos, data }: Pick<GoldOptions, 'repos' | 'data'>,
  visit: (item: GoldItem, world: GoldWorld) => Promise<void>,
): Promise<void> {
  const dataDir = data ?? (await mkdtemp(join(tmpdir(), 'repobrain-gold-')))
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
    if (data === undefined) await rm(dataDir, { recursive: true, force: true })
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
