import type { DrawnNode, PictureGraph } from './picture-graph.ts'

/** What Discord takes; Slack takes more. */
const MAX_LENGTH = 1000
const ROOM_FOR_THE_REST = 30

/** The picture in words, for those who do not see it: `A graph of 3 nodes. PR #7 modifies function App.run. …` */
export function describePath({ nodes, edges, hidden }: PictureGraph): string {
  const words = new Map(nodes.map((node) => [node.key, wordNode(node)]))
  const sentences = edges.map(({ from, to, label, direction }) => {
    const [subject, object] = direction === 'out' ? [from, to] : [to, from]
    return `${words.get(subject)} ${label} ${words.get(object)}`
  })
  for (const node of nodes) if (node.toItself !== null) sentences.push(`${wordNode(node)} ${node.toItself} itself`)
  let text = `A graph of ${nodes.length} nodes.`
  for (const [index, sentence] of sentences.entries()) {
    if (text.length + sentence.length + 2 > MAX_LENGTH - ROOM_FOR_THE_REST)
      return `${text} And ${sentences.length - index + hidden} more steps.`
    text += ` ${sentence}.`
  }
  return hidden === 0 ? text : `${text} And ${hidden} more steps.`
}

/** A pull request says itself what it is: `PR #7`. */
function wordNode({ kind, name, stale }: DrawnNode): string {
  return `${stale ? 'stale ' : ''}${kind === 'pull_request' ? '' : `${kind} `}${name}`
}
