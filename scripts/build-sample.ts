import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { history, type SampleStep } from '../demo/sample/history.ts'
import { gitOutput } from '../src/git/run-git.ts'
import { buildRepository, type Change } from '../test/fixtures/build-repository.ts'

const patches = fileURLToPath(new URL('../demo/sample/', import.meta.url))

/** Writes the sample project's history into a new bare repository, the same commits each time; returns its path. */
export async function buildSample(): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), 'repobrain-sample-'))
  try {
    const repository = buildRepository()
    let before = new Map<string, string>()

    /** Applies a patch to the plain files in `scratch` and tells the difference. */
    const patched = async ({
      patch,
      message,
      date,
    }: {
      patch: string
      message: string
      date: string
    }): Promise<Change> => {
      const env = { GIT_CEILING_DIRECTORIES: tmpdir() }
      await gitOutput(['apply', join(patches, `${patch}.patch`)], { cwd: scratch, env })
      const after = readFiles(scratch)
      const files: Record<string, string | null> = {}
      for (const path of before.keys()) if (!after.has(path)) files[path] = null
      for (const [path, text] of after) if (before.get(path) !== text) files[path] = text
      before = after
      return { message, date, files }
    }

    const add = async (step: SampleStep): Promise<void> => {
      if (step.kind === 'tag') {
        repository.ref(`refs/tags/${step.name}`, tip)
      } else if (step.kind === 'direct') {
        tip = repository.commit({ ...(await patched(step)), author: step.author })
      } else {
        const commits: Change[] = []
        for (const commit of step.commits) commits.push(await patched(commit))
        tip = repository.pullRequest({ ...step, commits }).landed
      }
    }

    let tip = { mark: 0, sha: '' }
    for (const step of history) await add(step)
    return await repository.write()
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

function readFiles(root: string): Map<string, string> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(files.map((file) => [file.slice(root.length + 1), readFileSync(file, 'utf8')]))
}
