/** Packs the sample project: `tsx scripts/make-demo-bundle.ts`, after a change to `demo/sample`. */
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gitOutput } from '../src/git/run-git.ts'
import { buildSample } from './build-sample.ts'

const bundle = fileURLToPath(new URL('../demo/sample.bundle', import.meta.url))
const gitDir = await buildSample()
try {
  // One thread: the order of a pack's objects, and so its bytes, must not depend on the machine.
  const settings = [['pack.threads', '1']] as const
  await gitOutput(['bundle', 'create', '--quiet', bundle, 'HEAD', '--all'], { gitDir, settings })
} finally {
  rmSync(gitDir, { recursive: true })
}
