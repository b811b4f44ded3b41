import type { FileHandle } from 'node:fs/promises'

export interface Line {
  readonly text: string
  /** In bytes, without the line break. */
  readonly offset: number
  readonly length: number
  /** False: the file ends in the middle of it. */
  readonly ended: boolean
}

const CHUNK_BYTES = 1 << 20

/** Lines of a file from its beginning, in bounded memory. */
export async function* readLines(file: FileHandle): AsyncGenerator<Line> {
  let rest = Buffer.alloc(0)
  let offset = 0
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position)
    if (bytesRead === 0) {
      if (rest.length > 0) yield { text: rest.toString(), offset, length: rest.length, ended: false }
      return
    }
    position += bytesRead
    const chunk = Buffer.concat([rest, buffer.subarray(0, bytesRead)])
    let start = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, start)) {
      yield { text: chunk.toString('utf8', start, at), offset, length: at - start, ended: true }
      offset += at - start + 1
      start = at + 1
    }
    rest = chunk.subarray(start)
  }
}
