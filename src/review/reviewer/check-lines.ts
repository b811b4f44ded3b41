import { readFiles } from '../head-files.ts'
import type { ReviewContext } from '../review-context.ts'
import type { Finding } from '../review-document.ts'

/** Only lines that the head has are pointed at: a finding whose lines it does not have keeps its words and loses its place. */
export async function checkLines(context: ReviewContext, findings: readonly Finding[]): Promise<Finding[]> {
  const { git, task, links } = context
  const paths = findings.flatMap(({ path, lines }) => (path === null || lines === null ? [] : [path]))
  const files = await readFiles(git, task.head, paths)
  return findings.map((finding) => {
    const { path, lines } = finding
    if (path === null || lines === null) return finding
    const count = files.get(path)?.lineCount ?? 0
    if (lines.start > count || lines.end < lines.start) return { ...finding, lines: null, url: null }
    const end = Math.min(lines.end, count)
    return { ...finding, lines: { start: lines.start, end }, url: links.head.code(path, lines.start, end) }
  })
}
