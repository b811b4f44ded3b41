import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** JSON values, one a line, in a file that only grows. */
export interface AppendOnlyFile {
  read(): unknown[]
  /** The same as text, for who needs few of them; what a crash left unfinished among it. */
  lines(): string[]
  append(values: readonly unknown[]): void
}

/**
 * What a crash left unfinished does not parse and is passed over. A lost line costs time, never truth, so nothing is
 * synced to disk.
 */
export function openAppendOnlyFile(path: string): AppendOnlyFile {
  let endsCleanly = true
  const readAll = () => {
    const text = readText(path)
    endsCleanly = text === '' || text.endsWith('\n')
    return text
  }
  return {
    lines: () => readAll().split('\n'),
    read() {
      const text = readAll()
      if (text === '') return []
      try {
        // One call for all lines is several times faster than one for each.
        return JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`) as unknown[]
      } catch {
        return text.split('\n').flatMap(parseLine)
      }
    },
    append(values) {
      if (values.length === 0) return
      mkdirSync(dirname(path), { recursive: true })
      appendFileSync(path, `${endsCleanly ? '' : '\n'}${values.map((value) => JSON.stringify(value)).join('\n')}\n`)
      endsCleanly = true
    },
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function parseLine(line: string): unknown[] {
  try {
    return [JSON.parse(line) as unknown]
  } catch {
    return []
  }
}
