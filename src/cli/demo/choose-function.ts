import type { GitRepository } from '../../git/types.ts'
import { definitionsNamed } from '../../graph/queries/definitions-named.ts'
import { mostChangedFunctions } from '../../graph/queries/most-changed-functions.ts'
import type { Graph } from '../../graph/types.ts'
import type { Stretch } from './choose-start.ts'

const CANDIDATES = 400

/**
 * Qualified name of a function worth asking about at the start: called, often changed, and changed once more on the way to
 * the end if there is one. Only names that one function has. Null where the graph knows no such function.
 */
export async function chooseFunction(
  graph: Graph,
  repository: GitRepository,
  stretch: Stretch,
): Promise<string | null> {
  const candidates = await graph.run(mostChangedFunctions, { limit: CANDIDATES })
  const touched = await touchedLines(repository, stretch)
  const changedSoon = candidates.filter(({ path, start_line, end_line }) =>
    (touched.get(path) ?? []).some(([from, to]) => from <= end_line && to >= start_line),
  )
  for (const { name, qualified_name } of [...changedSoon.filter(({ called }) => called), ...candidates]) {
    const namesakes = await graph.run(definitionsNamed, { names: [name] })
    if (namesakes.filter(({ gone }) => !gone).length === 1) return qualified_name
  }
  return null
}

/** Line ranges of the start, by path, that differ at the end. */
async function touchedLines(repository: GitRepository, { start, end }: Stretch) {
  const touched = new Map<string, (readonly [number, number])[]>()
  for await (const { files } of repository.diffs([{ commit: end, parent: start }])) {
    for (const { oldPath, hunks } of files) {
      if (oldPath !== null)
        touched.set(
          oldPath,
          hunks.map(({ oldStart, oldCount }) => [oldStart, oldStart + Math.max(oldCount, 1) - 1]),
        )
    }
  }
  return touched
}
