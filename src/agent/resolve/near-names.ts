import { splitIdentifier, stem } from '../question/words.ts'
import type { IndexedDefinition, WordIndex } from './word-index.ts'

const OFFERED = 3
const LEAST_LIKENESS = 0.6

/** Names that look like one that does not exist, most alike first: offered as such, never put in its place. */
export function nearNames(index: WordIndex, wanted: string): IndexedDefinition[] {
  const segments = wanted.split(/[.:]+/)
  const name = segments.at(-1) ?? wanted
  const owner = segments.at(-2)?.toLowerCase() ?? null
  const triples = trigrams(name)
  const parts = splitIdentifier(name).map(stem)
  const scored: { definition: IndexedDefinition; likeness: number }[] = []
  const seen = new Set<string>()
  for (const definition of index.definitions) {
    if (definition.side || seen.has(definition.qualifiedName)) continue
    const sameOwner = owner !== null && definition.qualifiedName.toLowerCase().split('.').at(-2) === owner
    const likeness =
      Math.max(trigramLikeness(name, triples, definition.name), partLikeness(parts, definition)) +
      (sameOwner ? 0.15 : 0)
    if (likeness < LEAST_LIKENESS) continue
    seen.add(definition.qualifiedName)
    scored.push({ definition, likeness })
  }
  scored.sort((a, b) => b.likeness - a.likeness || a.definition.qualifiedName.localeCompare(b.definition.qualifiedName))
  return scored.slice(0, OFFERED).map(({ definition }) => definition)
}

function partLikeness(parts: readonly string[], definition: IndexedDefinition): number {
  const shared = parts.filter((part) => definition.nameStems.has(part)).length
  return shared === 0 ? 0 : (2 * shared) / (parts.length + definition.nameStems.size)
}

/** Dice coefficient over letter triples, which a typing slip leaves mostly alone. `ours`: the distinct triples of `a`. */
function trigramLikeness(a: string, ours: ReadonlySet<string>, b: string): number {
  if (Math.abs(a.length - b.length) > Math.max(a.length, b.length) / 2) return 0
  const padded = ` ${b.toLowerCase()} `
  let shared = 0
  for (let index = 0; index + 3 <= padded.length; index += 1) if (ours.has(padded.slice(index, index + 3))) shared += 1
  return Math.min(1, (2 * shared) / (ours.size + padded.length - 2))
}

function trigrams(text: string): Set<string> {
  const padded = ` ${text.toLowerCase()} `
  const found = new Set<string>()
  for (let index = 0; index + 3 <= padded.length; index += 1) found.add(padded.slice(index, index + 3))
  return found
}
