/** Text as it arrives, shown once a block is complete: half a reference cannot be judged. */
import type { Grounder } from './create-grounder.ts'

/** Blocks of Markdown: what blank lines outside fences separate. Those between several blank lines are empty. */
function splitBlocks(text: string): string[] {
  const blocks: string[][] = [[]]
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1]
    if (fence === undefined && line.trim() === '') {
      blocks.push([])
      continue
    }
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined
    blocks.at(-1)?.push(line)
  }
  return blocks.map((lines) => lines.join('\n'))
}

export const groundText = (grounder: Grounder, text: string) =>
  splitBlocks(text)
    .filter((block) => block !== '')
    .map(grounder.ground)
    .filter((block) => block.trim() !== '')
    .join('\n\n')

export interface GroundStream {
  push(piece: string): void
  restart(): void
}

/** `show` gets all of the text so far. */
export function createGroundStream(createGrounder: () => Grounder, show: (text: string) => void): GroundStream {
  let text = ''
  let grounder = createGrounder()
  let shown: string[] = []
  return {
    push: (piece) => {
      text += piece
      // A line is one once it has ended.
      const complete = splitBlocks(text.slice(0, Math.max(0, text.lastIndexOf('\n'))))
        .slice(0, -1)
        .filter((block) => block !== '')
      if (complete.length === shown.length) return
      shown = [...shown, ...complete.slice(shown.length).map(grounder.ground)]
      show(shown.filter((block) => block.trim() !== '').join('\n\n'))
    },
    restart: () => {
      if (shown.length > 0) show('')
      text = ''
      shown = []
      grounder = createGrounder()
    },
  }
}
