import type { FileFacts, Resolution } from '../../../../src/code/facts.ts'
import { pythonLanguage } from '../../../../src/code/python/index.ts'

export async function factsOf(sources: Readonly<Record<string, string>>): Promise<Map<string, FileFacts>> {
  const parser = await pythonLanguage.load()
  return new Map(Object.entries(sources).map(([path, source]) => [path, parser.extract(source)]))
}

/** Edges as `path:caller -> path:callee`, sorted; the path is left out where there is one file. */
export function edgesIn(files: ReadonlyMap<string, FileFacts>, resolution: Resolution, least = 0): string[] {
  const name = (path: string, index: number | null) => {
    const inside = index === null ? '<module>' : (files.get(path)?.definitions[index]?.qualifiedName ?? '?')
    return files.size === 1 ? inside : `${path}:${inside}`
  }
  return resolution.calls
    .filter(({ confidence }) => confidence >= least)
    .map(({ from, to }) => `${name(from.path, from.index)} -> ${name(to.path, to.index)}`)
    .sort()
}

export async function callEdgesOf(sources: Readonly<Record<string, string>> | string, least = 0): Promise<string[]> {
  const files = await factsOf(typeof sources === 'string' ? { 'main.py': sources } : sources)
  return edgesIn(files, pythonLanguage.resolve(files), least)
}
