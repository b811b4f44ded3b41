import type { Tools } from '../tools/create-tools.ts'
import type { Telling } from './telling.ts'

const MOST_OF_A_NAME = 20

/**
 * What the model means by `3`, `[3]`, `function:src/app.py::App.run`, `App.run`, `src/app.py` or `src/`; null when that is
 * nothing here, or several things. What was named without having been told becomes evidence.
 */
export async function nodeKey(tools: Pick<Tools, 'find'>, telling: Telling, named: string): Promise<string | null> {
  const text = named.trim()
  const { book, drafts } = telling.citing
  const number = /^\[?#?(\d{1,4})\]?$/.exec(text)?.[1]
  if (number !== undefined) return book.entries().find(({ evidence }) => evidence.ref === Number(number))?.key ?? null
  const folder = /^(?:file:)?((?:[\w.+-]+\/)+)$/.exec(text)?.[1]
  if (folder !== undefined) return `file:${folder}`
  const name = /^(?:function|class|file):(?:.*::)?(.+?)(?:~\d+)?$/s.exec(text)?.[1] ?? text
  const rows = await tools.find.execute({ query: `\`${name.replaceAll('`', '')}\``, limit: MOST_OF_A_NAME })
  const exact = rows.filter((row) => [row.ref, row.qualified_name, row.path].includes(text))
  const [row, ...others] = exact.length > 0 ? exact : rows.filter((each) => each.name === text)
  if (!row || (others.length > 0 && row.ref !== text && row.path !== text)) return null
  telling.number(drafts.code(row, 'mentioned'))
  return row.ref
}
