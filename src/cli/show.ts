/** `show`: one node of the graph as it is stored, with its edges; as a picture, too. */
import { writeFile } from 'node:fs/promises'
import { NotFoundError, UserError } from '../errors.ts'
import { storedKey } from '../graph/entities.ts'
import { edgesOfNode, nodeByKey } from '../graph/queries/node-and-edges.ts'
import type { Graph } from '../graph/types.ts'
import { chooseRepository, graphName, listRepositories } from '../repositories.ts'
import type { CommandContext } from './command.ts'
import { openContextDatabase } from './open-database.ts'
import { findNode, labelOf } from './show/find-node.ts'
import { pictureOf } from './show/picture-of.ts'
import { readNotes, wordNotes } from './show/review-notes.ts'
import { type ShownNode, wordNode } from './show/word-node.ts'

export async function run(
  context: CommandContext,
  [what]: [string],
  options: { repo?: string; picture?: string; dark?: true },
): Promise<number> {
  const database = await openContextDatabase(context)
  const { workspace } = context
  const repository = chooseRepository(await listRepositories(database, workspace), options.repo ?? null)
  const graph = database.graph(graphName(workspace, repository))
  const refs = await findNode(graph, what)
  const [ref, ...others] = refs
  if (ref === undefined) {
    throw new NotFoundError(
      `${repository} has no ${what}.`,
      'Give a symbol (Flask.make_response), a path, #5818, a commit, @login, or the name of a person.',
    )
  }
  if (others.length > 0) {
    throw new UserError(
      `${what} is the name of ${refs.length}:\n${refs.map((key) => `  ${key}`).join('\n')}`,
      'Show one of them by its key.',
      { exitCode: 2 },
    )
  }
  const node = await readNode(graph, ref)
  const notes = node.label === 'Task' ? await readNotes(graph, ref) : []
  context.print(wordNode(node))
  if (notes.length > 0) context.print(wordNotes(notes))
  if (options.picture !== undefined) await draw(node, options.picture, options.dark ?? false)
  context.printJson({ repository, ...node, ...(notes.length > 0 ? { notes } : {}) })
  return 0
}

async function draw(node: ShownNode, file: string, dark: boolean): Promise<void> {
  // Drawing loads a renderer and fonts, which nothing else here needs.
  const { drawPath } = await import('../picture/draw-path.ts')
  const path = pictureOf(node)
  if (path.length === 0) throw new UserError(`${node.node} has no edges to draw.`, 'Show something that is connected.')
  const { png } = await drawPath(path, { dark })
  await writeFile(file, png).catch((cause: unknown) => {
    throw new UserError(`${file} cannot be written.`, 'Give the path of a file in a folder that exists.', { cause })
  })
}

async function readNode(graph: Graph, ref: string) {
  const label = labelOf(ref)
  const key = storedKey(ref)
  const [[node], edges] = await Promise.all([
    graph.run(nodeByKey(label), { key }),
    graph.run(edgesOfNode(label), { key }),
  ])
  if (!node) throw new NotFoundError(`There is no ${ref} in the graph.`, 'See `export` for every key.')
  const { key: _, ref: __, ...props } = node.props
  return { node: ref, label, props, edges }
}
