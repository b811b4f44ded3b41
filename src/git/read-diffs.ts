import { UpstreamError } from '../errors.ts'
import { createDiffParser } from './parse-diff.ts'
import { gitOutput } from './run-git.ts'
import { streamGit } from './stream-git.ts'
import type { CommitDiff } from './types.ts'

interface Pair {
  readonly commit: string
  readonly parent: string | null
}

/** Known to every git without being stored. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** Every switch that configuration could turn is given, so that the diff is git's default one for everybody. */
const args = [
  'diff-tree',
  '--stdin',
  '--always',
  '-m',
  '-r',
  '--raw',
  '--patch',
  '-z',
  '--full-index',
  '--unified=0',
  '--inter-hunk-context=0',
  '--find-renames=50%',
  '-l1000',
  '--diff-algorithm=myers',
  '--indent-heuristic',
  '--submodule=short',
  '--ignore-submodules=none',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-relative',
]

/**
 * Git's own diff of each pair, without context, renames detected; one process, results in the order asked. A pair without
 * parent is the whole tree, added.
 */
export async function* readDiffs(gitDir: string, pairs: readonly Pair[]): AsyncGenerator<CommitDiff> {
  if (pairs.length === 0) return
  const trees = await treesOf(gitDir, pairs)
  const requests = pairs.map(({ commit, parent }) =>
    parent === null ? `${emptyTree} ${trees.get(commit)}` : `${commit} ${parent}`,
  )
  let answered = 0
  const parser = createDiffParser()
  const completed = function* (): Generator<CommitDiff> {
    for (const { header, files } of parser.completed()) {
      const pair = pairs[answered]
      if (pair === undefined || (header !== pair.commit && header !== requests[answered])) {
        throw new UpstreamError('git', `diff-tree answered ${header} instead of ${pair?.commit}`)
      }
      answered += 1
      yield { commit: pair.commit, parent: pair.parent, files }
    }
  }
  for await (const chunk of streamGit(args, { gitDir, input: requests })) {
    parser.push(chunk)
    yield* completed()
  }
  parser.end()
  yield* completed()
  if (answered !== pairs.length) {
    throw new UpstreamError('git', `diff-tree answered ${answered} of ${pairs.length} commits`)
  }
}

/** Trees of the commits that are compared with nothing. */
async function treesOf(gitDir: string, pairs: readonly Pair[]): Promise<Map<string, string>> {
  const commits = pairs.filter(({ parent }) => parent === null).map(({ commit }) => commit)
  const trees = new Map<string, string>()
  if (commits.length === 0) return trees
  const input = commits.map((commit) => `${commit}^{tree}\n`).join('')
  const answer = await gitOutput(['cat-file', '--batch-check=%(objectname)'], { gitDir, input })
  const lines = answer.toString().split('\n')
  commits.forEach((commit, index) => {
    const tree = lines[index] ?? ''
    if (!/^[0-9a-f]{40}$/.test(tree)) throw new UpstreamError('git', `${commit} is not a commit of the repository`)
    trees.set(commit, tree)
  })
  return trees
}
