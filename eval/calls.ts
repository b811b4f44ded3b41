/**
 * `npm run eval -- calls <truth.jsonl> [--json]`: calls of small programs against a truth in PyCG's form, one JSON object a
 * line: `case`, `category`, `files` by path, `callgraph` by caller. Edges count whose callee is a function of the case;
 * a class stands for its `__init__`; edges to modules are left out; a lambda counts as the function around it.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { FileFacts } from '../src/code/facts.ts'
import { pythonLanguage } from '../src/code/python/index.ts'

const truthRow = z.object({
  case: z.string(),
  category: z.string(),
  files: z.record(z.string(), z.string()),
  callgraph: z.record(z.string(), z.array(z.string())),
})
type Truth = z.infer<typeof truthRow>

interface Outcome {
  readonly case: string
  readonly category: string
  readonly right: number
  readonly missing: readonly string[]
  readonly extra: readonly string[]
  /** Extra edges of confidence 0.9 and more, and all such edges. */
  readonly confidentExtra: number
  readonly confident: number
}

const confident = 0.9
const targets = { complete: 117 / 119, sound: 112 / 119, precision: 0.99, recall: 0.97, confidentPrecision: 0.995 }

export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' } },
  })
  const [file] = positionals
  if (file === undefined) {
    process.stderr.write('usage: eval calls <truth.jsonl> [--json]\n')
    return 2
  }
  const truths = (await readFile(file, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => truthRow.parse(JSON.parse(line)))
  const outcomes: Outcome[] = []
  for (const truth of truths) outcomes.push(await compare(truth))
  const total = summarise('all', outcomes)
  const categories = [...new Set(outcomes.map(({ category }) => category))].map((category) =>
    summarise(
      category,
      outcomes.filter((outcome) => outcome.category === category),
    ),
  )
  process.stdout.write(
    values.json ? `${JSON.stringify({ total, categories, outcomes })}\n` : table([...categories, total], outcomes),
  )
  const good =
    total.complete >= targets.complete * total.cases &&
    total.sound >= targets.sound * total.cases &&
    total.precision >= targets.precision &&
    total.recall >= targets.recall &&
    total.confidentPrecision >= targets.confidentPrecision
  return good ? 0 : 1
}

async function compare(truth: Truth): Promise<Outcome> {
  const parser = await pythonLanguage.load()
  const files = new Map<string, FileFacts>(
    Object.entries(truth.files).map(([path, source]) => [path, parser.extract(source)]),
  )
  const nameOf = (path: string, index: number | null): string => {
    const module = path
      .replace(/\.py$/, '')
      .replace(/(^|\/)__init__$/, '')
      .replaceAll('/', '.')
    const inside = index === null ? undefined : files.get(path)?.definitions[index]?.qualifiedName
    return [module, inside].filter(Boolean).join('.')
  }
  const defined = new Set<string>()
  for (const [path, facts] of files)
    for (const [index, { kind }] of facts.definitions.entries())
      if (kind === 'function') defined.add(nameOf(path, index))
  const wanted = new Set<string>()
  for (const [caller, callees] of Object.entries(truth.callgraph))
    for (const callee of callees) {
      const target = [callee, `${callee}.__init__`].find((name) => defined.has(name))
      if (target !== undefined) wanted.add(`${caller.replace(/\.<lambda\d+>/g, '')} -> ${target}`)
    }
  const found = new Map<string, number>()
  for (const { from, to, confidence } of pythonLanguage.resolve(files).calls)
    found.set(`${nameOf(from.path, from.index)} -> ${nameOf(to.path, to.index)}`, confidence)
  const extra = [...found.keys()].filter((edge) => !wanted.has(edge))
  const missing = [...wanted].filter((edge) => !found.has(edge))
  const sure = [...found].filter(([, confidence]) => confidence >= confident)
  return {
    case: truth.case,
    category: truth.category,
    right: wanted.size - missing.length,
    missing,
    extra,
    confidentExtra: sure.filter(([edge]) => !wanted.has(edge)).length,
    confident: sure.length,
  }
}

function summarise(category: string, outcomes: readonly Outcome[]) {
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + count(outcome), 0)
  const right = sum((outcome) => outcome.right)
  const ratio = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)
  return {
    category,
    cases: outcomes.length,
    complete: sum(({ extra }) => (extra.length === 0 ? 1 : 0)),
    sound: sum(({ missing }) => (missing.length === 0 ? 1 : 0)),
    precision: ratio(right, right + sum(({ extra }) => extra.length)),
    recall: ratio(right, right + sum(({ missing }) => missing.length)),
    confidentPrecision:
      1 -
      ratio(
        sum(({ confidentExtra }) => confidentExtra),
        Math.max(
          1,
          sum((outcome) => outcome.confident),
        ),
      ),
  }
}

function table(rows: readonly ReturnType<typeof summarise>[], outcomes: readonly Outcome[]): string {
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`.padStart(9)
  const lines = [`${'category'.padEnd(16)}cases  complete  sound  precision   recall  confident precision`]
  for (const row of rows)
    lines.push(
      `${row.category.padEnd(16)}${String(row.cases).padStart(5)}${String(row.complete).padStart(10)}${String(row.sound).padStart(7)}  ${percent(row.precision)}${percent(row.recall)}  ${percent(row.confidentPrecision)}`,
    )
  for (const { case: name, missing, extra } of outcomes) {
    for (const edge of missing) lines.push(`missing in ${name}: ${edge}`)
    for (const edge of extra) lines.push(`extra in ${name}: ${edge}`)
  }
  return `${lines.join('\n')}\n`
}
