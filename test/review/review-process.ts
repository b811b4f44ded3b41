/**
 * Reviews in a process of its own, to be killed: of the branches `pull-N` of the repository, from a number on. Prints `begin N` and
 * `done N` for each. Arguments: data directory, graph, git directory, first number, how many there are.
 */
import { openRepository } from '../../src/git/open-repository.ts'
import { openDatabase } from '../../src/graph/open-database.ts'
import { beginReview } from '../../src/review/begin-review.ts'
import { runReview } from '../../src/review/run-review.ts'

const [dataDir = '', graphName = '', gitDir = '', first = '', count = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDir })
const graph = database.graph(graphName)
const git = await openRepository(gitDir)
for (let index = Number(first); index < Number(count); index++) {
  process.stdout.write(`begin ${index}\n`)
  const { task } = await beginReview(graph, git, { base: 'main', head: `pull-${index}` }, null)
  await runReview(graph, git, task)
  process.stdout.write(`done ${index}\n`)
}
await database.close()
