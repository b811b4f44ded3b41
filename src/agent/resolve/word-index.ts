/** All names of today and all change titles of one indexed commit, by their words: what questions without an exact name are matched against. */
import { allChangeTitles } from '../../graph/queries/all-change-titles.ts'
import { allDefinitions } from '../../graph/queries/all-definitions.ts'
import type { Graph } from '../../graph/types.ts'
import { contentStems, splitIdentifier, stem } from '../question/words.ts'

export interface IndexedDefinition {
  readonly ref: string
  readonly kind: 'function' | 'class'
  readonly path: string
  readonly qualifiedName: string
  readonly name: string
  /** Tests, examples, scripts: code that comes with the project. */
  readonly side: boolean
  /** Stems of the own name; a constructor goes by the name of its class. */
  readonly nameStems: ReadonlySet<string>
  readonly classStems: ReadonlySet<string>
  readonly fileStems: ReadonlySet<string>
}

export interface IndexedTitle {
  readonly ref: string
  readonly stems: ReadonlySet<string>
  /** Identifiers and other words as written. */
  readonly words: ReadonlySet<string>
}

export interface WordIndex {
  readonly definitions: readonly IndexedDefinition[]
  readonly byRef: ReadonlyMap<string, IndexedDefinition>
  readonly titles: readonly IndexedTitle[]
  readonly titleByRef: ReadonlyMap<string, IndexedTitle>
  /** Of the repository's own name. */
  readonly repositoryStems: ReadonlySet<string>
  /** Rarity of a stem among names, 0 for one in every name; a stem that no name has is as rare as one that a single name has. */
  nameRarity(stem: string): number
  titleRarity(stem: string): number
}

const SIDE_FOLDERS = /^(?:docs?|examples?|bench(?:marks?)?|scripts?|ci|\.\w+)\//
const KEPT = 8
const kept = new Map<string, Promise<WordIndex>>()

/** Read once for each indexed commit and kept for the few repositories that were asked about last. */
export function loadWordIndex(graph: Graph, commit: string | null): Promise<WordIndex> {
  const id = `${graph.name} ${commit}`
  const known = kept.get(id)
  kept.delete(id)
  const index = known ?? buildWordIndex(graph)
  kept.set(id, index)
  index.catch(() => kept.delete(id))
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break
    kept.delete(oldest)
  }
  return index
}

async function buildWordIndex(graph: Graph): Promise<WordIndex> {
  const [rows, changes] = await Promise.all([graph.run(allDefinitions, {}), graph.run(allChangeTitles, {})])
  const definitions = rows.flatMap(({ kind, test, refs }) => refs.map((ref) => indexDefinition(ref, kind, test)))
  const texts = new Map<string, string>()
  for (const { refs, titles } of changes) {
    refs.forEach((ref, at) => {
      texts.set(ref, `${texts.get(ref) ?? ''} ${titles[at] ?? ''}`)
    })
  }
  const titles = [...texts].map(
    ([ref, text]): IndexedTitle => ({ ref, stems: new Set(contentStems(text)), words: new Set(text.match(/\w+/g)) }),
  )
  const names = countStems(definitions.map((definition) => definition.nameStems))
  const inTitles = countStems(titles.map((title) => title.stems))
  return {
    definitions,
    byRef: new Map(definitions.map((definition) => [definition.ref, definition])),
    titles,
    titleByRef: new Map(titles.map((title) => [title.ref, title])),
    repositoryStems: stemsOf(graph.name.slice(graph.name.lastIndexOf('/') + 1)),
    nameRarity: (stem) => Math.log((definitions.length + 1) / (names.get(stem) ?? 1)),
    titleRarity: (stem) => Math.log((titles.length + 1) / (inTitles.get(stem) ?? 1)),
  }
}

/** A definition's key says its place and its name: `function:src/app.py::App.run~2`. */
function indexDefinition(ref: string, kind: 'function' | 'class', test: boolean): IndexedDefinition {
  const at = ref.lastIndexOf('::')
  const path = ref.slice(kind.length + 1, at)
  const qualifiedName = ref.slice(at + 2).replace(/~\d+$/, '')
  const segments = qualifiedName.split('.')
  const name = segments.at(-1) ?? qualifiedName
  const owner = segments.slice(0, -1)
  return {
    ref,
    kind,
    path,
    qualifiedName,
    name,
    side: test || SIDE_FOLDERS.test(path),
    nameStems: stemsOf(name === '__init__' ? (owner.at(-1) ?? name) : name),
    classStems: stemsOf(owner.join(' ')),
    fileStems: stemsOf(path.replace(/\.\w+$/, '')),
  }
}

const stemsOf = (identifier: string) => new Set(splitIdentifier(identifier).map(stem))

function countStems(sets: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const set of sets) for (const stem of set) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}
