/**
 * Random histories of a small Python project, for properties of ingest. A step is a handful of numbers that pick among what
 * the project holds at that moment, so that fast-check can shrink a failing history to its few decisive steps.
 */
import fc from 'fast-check'
import { buildRepository, type Change, type Commit, type MergeStyle } from '../fixtures/build-repository.ts'
import type { FileContent } from '../fixtures/fast-import.ts'

const edits = [
  'add-file',
  'add-function',
  'edit-function',
  'change-signature',
  'rename-function',
  'move-function',
  'delete-function',
  'rename-file',
  'delete-file',
  'change-barrel',
  'break-file',
  'shift-lines',
] as const
const landings = ['direct', 'merge', 'squash', 'rebase', 'queue', 'branch', 'revert', 'rewrite'] as const

export interface Edit {
  readonly what: (typeof edits)[number]
  readonly file: number
  readonly other: number
  readonly definition: number
}

export interface Step {
  readonly edits: readonly Edit[]
  readonly landing: (typeof landings)[number]
  readonly author: number
  /** Issue that the step claims to fix, in text or changelog; none when 0. */
  readonly issue: number
  /** Whether the graph is brought up to date after it, in a running process or by one that remembers nothing. */
  readonly sync: 'no' | 'running' | 'fresh'
}

const pick = fc.nat({ max: 40 })

const edit: fc.Arbitrary<Edit> = fc.record({
  what: fc.constantFrom(...edits),
  file: pick,
  other: pick,
  definition: pick,
})

export const history: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
    landing: fc.constantFrom(...landings),
    author: fc.nat({ max: 3 }),
    issue: fc.nat({ max: 9 }),
    sync: fc.oneof(
      { weight: 6, arbitrary: fc.constant('no' as const) },
      { weight: 9, arbitrary: fc.constant('running' as const) },
      // Worker threads of its own make it the slow one.
      { weight: 1, arbitrary: fc.constant('fresh' as const) },
    ),
  }),
  { minLength: 2, maxLength: 7 },
)

interface Definition {
  readonly name: string
  readonly parameters: string
  readonly body: readonly string[]
  readonly decorated: boolean
  readonly method: boolean
}

interface Module {
  readonly imports: readonly string[]
  readonly header: number
  readonly definitions: readonly Definition[]
  readonly broken: boolean
}

type Project = ReadonlyMap<string, Module>

const people = [
  'Ada Lovelace <ada@example.org>',
  'Bo Chen <12345+bochen@users.noreply.github.com>',
  'Ada L. <ada@example.org>',
  'Cy <cy@example.net>',
]

/** Plays steps onto a repository; `play` returns once the step is told to the builder, not yet written. */
export function createPlayer() {
  const repository = buildRepository()
  let project: Project = startProject()
  let changelog: readonly string[] = []
  let counter = 0
  const past: { commit: Commit; project: Project; changelog: readonly string[] }[] = []
  remember(repository.commit({ message: 'Start', author: people[0] ?? '', files: rendered() }))

  function remember(commit: Commit): void {
    past.push({ commit, project, changelog })
  }

  function rendered(): Record<string, FileContent> {
    const files = Object.fromEntries([...project].map(([path, module]) => [path, render(module)]))
    return { ...files, 'CHANGES.md': `# Changes\n\n${changelog.map((line) => `- ${line}\n`).join('')}` }
  }

  /** The files after this step, with null for those that go. */
  function change(message: string, author: string): Change {
    const files: Record<string, FileContent | null> = {}
    for (const path of repository.files().keys()) files[path] = null
    return { message, author, files: { ...files, ...rendered() } }
  }

  function play(step: Step): void {
    counter += 1
    const number = 10 + counter
    const author = people[step.author] ?? people[0] ?? ''
    const title = `Step ${counter}`
    if (step.landing === 'revert' || step.landing === 'rewrite') {
      const target = past[step.issue % past.length]
      if (target === undefined) return
      ;({ project, changelog } = target)
      if (step.landing === 'revert') {
        remember(repository.commit(change(`Revert to ${title} (#${step.issue})`, author)))
      } else {
        for (const each of step.edits) project = applyEdit(project, each, counter)
        remember(repository.commit({ ...change(`${title} again`, author), start: target.commit }))
      }
      return
    }
    const stages = step.edits.map((each, index): Change => {
      project = applyEdit(project, each, counter * 10 + index)
      const fixes = step.issue > 5 && index === 0 ? `\n\nFixes #${step.issue}` : ''
      if (step.issue > 0 && step.issue <= 5 && index === 0) changelog = [...changelog, `${title} (#${step.issue})`]
      return change(`${title}, part ${index + 1}${fixes}`, author)
    })
    if (step.landing === 'direct') {
      for (const stage of stages) remember(repository.commit(stage))
    } else if (step.landing === 'branch') {
      const start = past.at(-1)?.commit
      const branch = `topic-${counter}`
      const tips = stages.map((stage, index) =>
        repository.commit({ ...stage, branch, ...(index === 0 && start !== undefined ? { start } : {}) }),
      )
      const tip = tips.at(-1)
      if (tip !== undefined) remember(repository.merge(tip, { ...change(`Merge branch ${branch}`, author) }))
    } else {
      const style: MergeStyle = step.landing
      const head = step.author % 2 === 0
      const merger = people[(step.author + 1) % people.length] ?? author
      remember(repository.pullRequest({ number, title, style, author, merger, head, commits: stages }).landed)
    }
  }

  return { play, write: () => repository.write() }
}

function startProject(): Project {
  const define = (name: string, ...body: string[]) => ({ ...definition(name), body })
  return new Map<string, Module>([
    ['app/__init__.py', { ...module([]), imports: ['from .core import run', 'from .util import load as fetch'] }],
    [
      'app/core.py',
      { ...module([define('run', 'return load(1)'), define('stop')]), imports: ['from .util import load'] },
    ],
    ['app/util.py', module([define('load', 'return helper(x)'), define('helper')])],
    [
      'tests/test_app.py',
      { ...module([define('test_run', 'assert run() is fetch')]), imports: ['from app import run, fetch'] },
    ],
  ])
}

const module = (definitions: readonly Definition[]): Module => ({ imports: [], header: 0, definitions, broken: false })

const definition = (name: string): Definition => ({
  name,
  parameters: 'x=None',
  body: [`value = ${name.length}`, 'return value'],
  decorated: false,
  method: false,
})

function applyEdit(project: Project, { what, file, other, definition: place }: Edit, seed: number): Project {
  const next = new Map(project)
  const paths = [...project.keys()].sort()
  const path = paths[file % Math.max(1, paths.length)]
  if (what === 'add-file' || path === undefined) {
    const calls = paths[other % Math.max(1, paths.length)] ?? ''
    const called = project.get(calls)?.definitions[0]?.name
    const imports = called === undefined ? [] : [`from ${dotted(calls)} import ${called}`]
    const body = called === undefined ? ['return None'] : [`return ${called}(x)`]
    next.set(`app/m${seed}.py`, { ...module([{ ...definition(`new_${seed}`), body }]), imports })
    return next
  }
  const current = project.get(path) ?? module([])
  const index = place % Math.max(1, current.definitions.length)
  const chosen = current.definitions[index]
  const put = (definitions: readonly Definition[]) => next.set(path, { ...current, definitions })
  const replace = (changed: Definition) => put(current.definitions.with(index, changed))

  if (what === 'add-function') {
    const callee = chosen?.name ?? 'print'
    const added = {
      ...definition(`fn_${seed}`),
      body: [`return ${callee}(x)`],
      decorated: seed % 3 === 0,
      method: seed % 4 === 0,
    }
    put([...current.definitions.slice(0, index), added, ...current.definitions.slice(index)])
  } else if (what === 'rename-file') {
    next.delete(path)
    next.set(other % 2 === 0 ? `app/r${seed}.py` : `lib/${seed}/r.py`, current)
  } else if (what === 'delete-file') {
    if (project.size > 2) next.delete(path)
  } else if (what === 'change-barrel') {
    const from = paths[other % paths.length] ?? path
    const name = project.get(from)?.definitions[0]?.name ?? 'run'
    const barrel = project.get('app/__init__.py') ?? module([])
    const imports = [...barrel.imports.slice(place % 2), `from ${dotted(from)} import ${name} as b${seed % 3}`]
    next.set('app/__init__.py', { ...barrel, imports })
  } else if (what === 'break-file') {
    next.set(path, { ...current, broken: !current.broken })
  } else if (what === 'shift-lines') {
    next.set(path, { ...current, header: (current.header + 3) % 7 })
  } else if (chosen !== undefined) {
    if (what === 'edit-function') replace({ ...chosen, body: [`step_${seed} = 1`, ...chosen.body] })
    if (what === 'change-signature') replace({ ...chosen, parameters: `x=None, y${seed}=${seed}` })
    if (what === 'rename-function') replace({ ...chosen, name: `renamed_${seed}` })
    if (what === 'delete-function') put(current.definitions.toSpliced(index, 1))
    if (what === 'move-function') {
      const target = paths[other % paths.length] ?? path
      put(current.definitions.toSpliced(index, 1))
      const receiver = next.get(target) ?? module([])
      next.set(target, { ...receiver, definitions: [...receiver.definitions, chosen] })
    }
  }
  return next
}

const dotted = (path: string) =>
  path
    .replace(/\.py$/, '')
    .replace(/\/__init__$/, '')
    .replaceAll('/', '.')

function render({ imports, header, definitions, broken }: Module): string {
  const plain = definitions.filter(({ method }) => !method).map((each) => renderDefinition(each, ''))
  const methods = definitions.filter(({ method }) => method).map((each) => renderDefinition(each, '    '))
  return [
    ...Array.from({ length: header }, (_, line) => `# line ${line}`),
    ...imports,
    ...plain,
    ...(methods.length > 0 ? ['class Box:', ...methods] : []),
    ...(broken ? ['def broken(:', '    return'] : []),
    '',
  ].join('\n')
}

function renderDefinition({ name, parameters, body, decorated }: Definition, indent: string): string {
  const lines = [
    ...(decorated ? ['@staticmethod'] : []),
    `def ${name}(${parameters}):`,
    ...body.map((line) => `    ${line}`),
  ]
  return lines.map((line) => indent + line).join('\n')
}
