/**
 * Builds `dist/`: the program and its packages in a few files, because opening a thousand small ones takes a command longer
 * than its work. Two entries side by side: `main.js`, and `worker.js` for the threads of an ingest.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
/** Put in place when it is complete: a command that runs meanwhile has the old one. */
const outdir = `${dist}.new`

/** Tells one program from another, so that what one kept is not taken for what the other would make. */
function sourceId() {
  const hash = createHash('sha256')
  const files = ['src', 'handlers', 'adapters'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  for (const name of ['package-lock.json', ...files.filter((name) => name.endsWith('.ts')).sort()]) {
    hash.update(name).update(readFileSync(join(root, name)))
  }
  return hash.digest('hex')
}

rmSync(outdir, { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: { main: 'src/main.ts', worker: 'src/ingest/worker.ts' },
  outdir,
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  define: { BUILD_ID: JSON.stringify(sourceId()) },
  // They find their WebAssembly, or their native code, beside themselves.
  external: ['web-tree-sitter', '@resvg/resvg-js'],
  legalComments: 'linked',
  // Packages in CommonJS that are bundled into a module still call `require` for what Node brings.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module'\nconst require = createBundleRequire(import.meta.url)",
  },
  logLevel: 'warning',
})

rmSync(dist, { recursive: true, force: true })
renameSync(outdir, dist)
