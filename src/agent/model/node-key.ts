import type { EvidenceBook } from '../evidence.ts'
import type { Tools } from '../tools/create-tools.ts'

/** What the model means by `3`, `[3]`, `function:src/app.py::App.run`, `App.run` or `src/`; null when that is nothing here. */
export async function nodeKey(tools: Pick<Tools, 'find'>, book: EvidenceBook, named: string): Promise<string | null> {
  const text = named.trim()
  const number = /^\[?#?(\d{1,4})\]?$/.exec(text)?.[1]
  if (number !== undefined) return book.entries().find(({ evidence }) => evidence.ref === Number(number))?.key ?? null
  if (/^(?:function|class|file):./.test(text)) return text
  if (/^(?:[\w.+-]+\/)+$/.test(text)) return `file:${text}`
  const rows = await tools.find.execute({ query: `\`${text.replaceAll('`', '')}\``, limit: 2 })
  const [row] = rows
  const isMeant = row && (row.qualified_name === text || row.name === text || row.path === text || rows.length === 1)
  return isMeant ? row.ref : null
}
