import { fileURLToPath } from 'node:url'
import { openBundle } from '../../src/git/open-bundle.ts'
import { gitOutput } from '../../src/git/run-git.ts'
import type { EditedPullRequest } from './fix-edits.ts'

const bundle = fileURLToPath(new URL('../../demo/sample.bundle', import.meta.url))

/** The sample project in `into` with one branch for each pull request, `pull-0` and so on, on top of `main`. */
export async function openSampleWith(pulls: readonly EditedPullRequest[], into: string) {
  const repository = await openBundle(bundle, into)
  const { gitDir } = repository
  const read = async (path: string) => (await gitOutput(['cat-file', 'blob', `main:${path}`], { gitDir })).toString()
  let stream = ''
  for (const [index, { name, edits }] of pulls.entries()) {
    stream += `commit refs/heads/pull-${index}\ncommitter Noor Haddad <noor@ferry.example> ${1_770_000_000 + index} +0000\n`
    stream += `${data(name)}from refs/heads/main^0\n`
    for (const [path, edit] of Object.entries(edits)) {
      if (edit === null) stream += `D ${path}\n`
      else
        stream += `M 100644 inline ${path}\n${data(typeof edit === 'string' ? edit : replaced(await read(path), edit))}`
    }
  }
  await gitOutput(['fast-import', '--quiet'], { gitDir, input: stream })
  return repository
}

function replaced(text: string, edits: readonly (readonly [string, string])[]): string {
  return edits.reduce((current, [was, now]) => {
    if (!current.includes(was)) throw new Error(`the sample has no longer:\n${was}`)
    return current.replace(was, () => now)
  }, text)
}

const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
