/**
 * `npm run eval -- staleness REPOSITORY… [--instances N] [--seed N] [--python COMMAND] [--json]`: facts on functions of real
 * code, then one kind of change after another as a pull request and a sync. Does every fact on a changed function say so, and
 * no other one? What counts as a change is CPython's `ast` to say; see staleness-mutations.py.
 */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { table } from '../bench/table.ts'
import { openRepository } from '../src/git/open-repository.ts'
import { definitionKey, storedKey } from '../src/graph/entities.ts'
import { openDatabase } from '../src/graph/open-database.ts'
import { edgesLabelled } from '../src/graph/queries/synced-entities.ts'
import type { Graph } from '../src/graph/types.ts'
import { createIngestMemory } from '../src/ingest/ingest-memory.ts'
import { ingestRepository } from '../src/ingest/ingest-repository.ts'
import type { Fact } from '../src/memory/fact.ts'
import { loadFacts } from '../src/memory/load-facts.ts'
import { saveEpisode } from '../src/memory/save-episode.ts'
import { saveFact } from '../src/memory/save-fact.ts'
import { WORKSPACE_SCOPE } from '../src/memory/scope.ts'
import { buildRepository } from '../test/fixtures/build-repository.ts'

const mutations = fileURLToPath(new URL('staleness-mutations.py', import.meta.url))
/** Longer files take CPython too long to be parsed for every instance. */
const LONGEST_FILE = 48_000
const MOST_BYSTANDERS = 600
/** Changes after which callers of the changed function have reason to look again. */
const INTERFACE = new Set(['signature', 'default', 'annotation', 'function renamed', 'deleted'])
const SURE_CALL = 0.8

const kindRow = z.object({
  kind: z.string(),
  expected: z.string(),
  files: z.record(z.string(), z.string().nullable()),
  targets: z.array(z.tuple([z.string(), z.string(), z.string()])),
})
type Kind = z.infer<typeof kindRow>

interface KindReport {
  readonly kind: string
  readonly expected: string
  readonly instances: number
  /** Facts on changed functions that say what they should. */
  readonly right: number
  /** Of those that are stale or gone, how many name the pull request that did it. */
  readonly cause: number
  /** Other facts, and how many of them are said to be out of date without reason. */
  readonly others: number
  readonly falselyFlagged: number
  /** Keys and statuses of facts that are wrong, at most ten. */
  readonly wrong: readonly string[]
}

export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      instances: { type: 'string', default: '210' },
      seed: { type: 'string', default: '1' },
      python: { type: 'string', default: 'python3' },
      json: { type: 'boolean', default: false },
    },
  })
  if (positionals.length === 0) {
    process.stderr.write('Name repositories with Python in them: npm run eval -- staleness ~/src/flask ~/src/pytest\n')
    return 2
  }
  const files = await readFiles(positionals)
  const kinds = mutate(values.python, { files, instances: Number(values.instances), seed: Number(values.seed) })
  const reports = await judgeKinds(files, kinds)
  process.stdout.write(values.json ? `${JSON.stringify(reports)}\n` : `${render(reports)}\n`)
  return reports.every((row) => row.right === row.instances && row.falselyFlagged === 0) ? 0 : 1
}

/** Python files at the head of each repository, laid over each other as they are: imports keep their roots. */
async function readFiles(directories: readonly string[]): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const directory of directories) {
    const repository = await openRepository(directory)
    const head = await repository.head()
    const entries = head === null ? [] : await repository.listTree(head.sha)
    const paths = new Map<string, string>()
    for (const { path, oid, type } of entries)
      if (type === 'blob' && path.endsWith('.py') && !paths.has(oid)) paths.set(oid, path)
    for await (const { oid, content } of repository.blobs([...paths.keys()])) {
      const path = paths.get(oid)
      const text = content?.toString('utf8') ?? ''
      if (path === undefined || text.length > LONGEST_FILE || /[\r\f\ufffd]/.test(text) || text.trim() === '') continue
      files[path] ??= text
    }
  }
  return files
}

function mutate(python: string, request: { files: Record<string, string>; instances: number; seed: number }): Kind[] {
  const { stdout, stderr, status } = spawnSync(python, [mutations], {
    input: JSON.stringify(request),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  if (status !== 0) throw new Error(`${python} failed: ${stderr.slice(-2000)}`)
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [kindRow.parse(JSON.parse(line))]))
}

async function judgeKinds(files: Record<string, string>, kinds: readonly Kind[]): Promise<KindReport[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repobrain-staleness-'))
  const database = await openDatabase({ dataDir })
  const memory = createIngestMemory()
  try {
    const repository = buildRepository()
    repository.commit({ files })
    const source = join(dataDir, 'scratch.git')
    const sync = async () => {
      await repository.write({ directory: source })
      await ingestRepository({ database, dataDir, memory, workspace: 'local', name: 'eval/staleness', source })
    }
    await sync()
    const graph = database.graph('repobrain:local:eval/staleness')
    const callers = await callersOf(graph)
    const facts = await rememberAll(graph, kinds, callers)
    const reports: KindReport[] = []
    let number = 0
    const change = async (title: string, wanted: Record<string, string | null>) => {
      number += 1
      const commits = [{ files: changeTo(repository.files(), wanted) }]
      repository.pullRequest({ number, title, style: 'squash', commits })
      await sync()
    }
    for (const kind of kinds) {
      await change(kind.kind, { ...files, ...kind.files })
      reports.push(...judge(kind, number, await loadAll(graph, facts), callers))
      await change(`Revert ${kind.kind}`, files)
    }
    return reports
  } finally {
    await memory.close()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function changeTo(today: ReadonlyMap<string, unknown>, wanted: Readonly<Record<string, string | null>>) {
  const change: Record<string, string | null> = {}
  for (const path of today.keys()) if ((wanted[path] ?? null) === null) change[path] = null
  for (const [path, text] of Object.entries(wanted)) if (text !== null && today.get(path) !== text) change[path] = text
  return change
}

const keyOf = (path: string, name: string) => definitionKey('function', path, name, 0)

/** Keys of sure callers by key of the called function. */
async function callersOf(graph: Graph): Promise<Map<string, Set<string>>> {
  const callers = new Map<string, Set<string>>()
  for (const { from, to, props } of await graph.run(edgesLabelled('CALLS'), {})) {
    if (Number(props.confidence) < SURE_CALL || from === to) continue
    callers.set(to, (callers.get(to) ?? new Set()).add(from))
  }
  return callers
}

/** One fact on each function that some kind will change, on those that call one whose interface will change, and on others. */
async function rememberAll(graph: Graph, kinds: readonly Kind[], callers: ReadonlyMap<string, Set<string>>) {
  const targets = kinds.flatMap(({ targets: some }) => some.map(([path, name]) => keyOf(path, name)))
  const calling = targets.flatMap((key) => [...(callers.get(key) ?? [])])
  const others = [...callers.values()].flatMap((some) => [...some]).slice(0, MOST_BYSTANDERS)
  const about = [...new Set([...targets, ...calling, ...others])].filter((key) => key.startsWith('function:'))
  const at = new Date()
  const episode = randomUUID()
  const told = { id: episode, session: 'eval', question: 'remember', answer: '', mode: 'graph', asker: null } as const
  await saveEpisode(graph, { ...told, at, scope: WORKSPACE_SCOPE, commit: null, queries: [], path: [], used: [] })
  const facts = new Map<string, string>()
  for (const key of about) {
    const scope = WORKSPACE_SCOPE
    const saved = { text: 'worth knowing', about: [key], scope, author: null, source: 'person', episode, at } as const
    const { fact } = await saveFact(graph, saved)
    facts.set(key, storedKey(fact.ref))
  }
  return facts
}

const CHUNK = 400

async function loadAll(graph: Graph, facts: ReadonlyMap<string, string>): Promise<Map<string, Fact>> {
  const entries = [...facts]
  const loaded = new Map<string, Fact>()
  for (let at = 0; at < entries.length; at += CHUNK) {
    const some = entries.slice(at, at + CHUNK)
    const found = await loadFacts(
      graph,
      some.map(([, key]) => key),
    )
    for (const [index, fact] of found.entries()) loaded.set(some[index]?.[0] ?? '', fact)
  }
  return loaded
}

function judge(
  kind: Kind,
  number: number,
  facts: ReadonlyMap<string, Fact>,
  callers: ReadonlyMap<string, Set<string>>,
): KindReport[] {
  const targets = new Set(kind.targets.map(([path, name]) => keyOf(path, name)))
  // With a decorator goes the wrapper inside it, which its users called.
  const changed = kind.kind === 'deleted' ? [...callers.keys()].filter((key) => isWithin(targets, key)) : [...targets]
  const calling = new Set(INTERFACE.has(kind.kind) ? changed.flatMap((key) => [...(callers.get(key) ?? [])]) : [])
  const right = [...targets].filter((key) => {
    const status = facts.get(key)?.status
    // One that only moved but calls another that was renamed has reason to be looked at, too.
    return status === kind.expected || (kind.expected === 'moved' && status === 'weakened' && calling.has(key))
  })
  const caused = right.filter(
    (key) => ['stale', 'gone'].includes(kind.expected) && facts.get(key)?.cause?.number === number,
  )
  const gone = Object.entries(kind.files).flatMap(([path, text]) => (text === null ? [`function:${path}::`] : []))
  const isInside = (key: string) => isWithin(targets, key) || gone.some((file) => key.startsWith(file))
  const others = [...facts.keys()].filter((key) => !targets.has(key) && !calling.has(key) && !isInside(key))
  const flagged = others.filter((key) => facts.get(key)?.status !== 'current')
  const report = {
    kind: kind.kind,
    expected: kind.expected,
    instances: targets.size,
    right: right.length,
    cause: caused.length,
    others: others.length,
    falselyFlagged: flagged.length,
    wrong: [...[...targets].filter((key) => !right.includes(key)), ...flagged]
      .slice(0, 10)
      .map((key) => `${facts.get(key)?.status} ${key}`),
  }
  if (kind.kind !== 'signature') return [report]
  const weakened = [...calling].filter((key) => facts.has(key) && !targets.has(key))
  return [
    report,
    {
      ...report,
      kind: 'signature of a callee',
      expected: 'weakened',
      instances: weakened.length,
      right: weakened.filter((key) => facts.get(key)?.status === 'weakened').length,
      cause: 0,
    },
  ]
}

const isWithin = (targets: ReadonlySet<string>, key: string) =>
  [...targets].some((target) => key === target || key.startsWith(`${target}.`))

function render(reports: readonly KindReport[]): string {
  const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)
  const wrong = reports.flatMap((row) => row.wrong.map((each) => `${row.kind}: ${each}`))
  const counts = table(
    ['change', 'expected', 'instances', 'recall', 'names its cause', 'other facts', 'falsely flagged', 'precision'],
    reports.map((row) => [
      row.kind,
      row.expected,
      String(row.instances),
      percent(row.right, row.instances),
      ['stale', 'gone'].includes(row.expected) ? percent(row.cause, row.instances) : '–',
      String(row.others),
      String(row.falselyFlagged),
      percent(row.right, row.right + row.falselyFlagged),
    ]),
  )
  return [counts, ...wrong].join('\n')
}
