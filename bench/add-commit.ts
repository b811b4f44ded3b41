import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gitOutput } from '../src/git/run-git.ts'

/** A bare copy that borrows the objects of `gitDir` and can be written to; `gitDir` is not touched. */
export async function borrowRepository(gitDir: string): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'repobrain-bench-repository-'))
  const common = (await gitOutput(['rev-parse', '--path-format=absolute', '--git-common-dir'], { gitDir }))
    .toString()
    .trim()
  await gitOutput(['init', '--quiet', '--bare', '--template=', '.'], { cwd: copy })
  const head = (await gitOutput(['rev-parse', 'HEAD'], { gitDir })).toString().trim()
  const { writeFile } = await import('node:fs/promises')
  await writeFile(join(copy, 'objects/info/alternates'), `${join(common, 'objects')}\n`)
  await gitOutput(['update-ref', 'HEAD', head], { gitDir: copy })
  return copy
}

/** A commit on HEAD that adds one function to the end of one Python file of middling size. */
export async function addCommit(gitDir: string, number: number): Promise<void> {
  const listing = (await gitOutput(['ls-tree', '-r', '-l', 'HEAD'], { gitDir })).toString()
  const sources = listing
    .split('\n')
    .map((line) => /^100644 blob (\w+) +(\d+)\t(.+\.py)$/.exec(line))
    .flatMap((match) => (match ? [{ oid: match[1] ?? '', size: Number(match[2]), path: match[3] ?? '' }] : []))
    .sort((a, b) => a.size - b.size)
  const file = sources[Math.floor(sources.length * 0.75)]
  if (file === undefined) throw new Error(`no Python file in ${gitDir}`)
  const before = await gitOutput(['cat-file', 'blob', file.oid], { gitDir })
  const content = Buffer.concat([
    before,
    Buffer.from(`\n\ndef bench_${number}(value):\n    return value + ${number}\n`),
  ])
  const branch = (await gitOutput(['symbolic-ref', 'HEAD'], { gitDir })).toString().trim()
  const message = `Add bench_${number}`
  const input = Buffer.concat([
    Buffer.from(
      `commit ${branch}\ncommitter Bench <bench@example.org> ${1_900_000_000 + number} +0000\n` +
        `data ${message.length}\n${message}\nfrom ${branch}^0\nM 100644 inline ${file.path}\ndata ${content.length}\n`,
    ),
    content,
    Buffer.from('\n\n'),
  ])
  await gitOutput(['fast-import', '--quiet', '--date-format=raw'], { gitDir, input })
}
