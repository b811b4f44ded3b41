import { gitOutput } from './run-git.ts'

/** Bytes by blob id, without reading any; what git does not have is left out. */
export async function blobSizes(gitDir: string, oids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>()
  if (oids.length === 0) return sizes
  const input = oids.map((oid) => `${oid}\n`).join('')
  const args = ['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)', '--buffer']
  const answer = await gitOutput(args, { gitDir, input })
  for (const [, oid = '', size] of answer.toString('latin1').matchAll(/^([0-9a-f]{40}) blob (\d+)$/gm)) {
    sizes.set(oid, Number(size))
  }
  return sizes
}
