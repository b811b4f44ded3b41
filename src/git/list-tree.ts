import { decodePath } from './decode-text.ts'
import { gitOutput } from './run-git.ts'
import type { TreeEntry } from './types.ts'

/** Every blob and submodule of the commit's tree, in git's path order. Symlinks are blobs like any other. */
export async function listTree(gitDir: string, commit: string): Promise<TreeEntry[]> {
  const listing = await gitOutput(['ls-tree', '-r', '-z', '-l', '--full-tree', commit], { gitDir })
  const entries: TreeEntry[] = []
  let start = 0
  for (let end = listing.indexOf(0); end !== -1; end = listing.indexOf(0, start)) {
    const tab = listing.indexOf(9, start)
    const [mode = '', type, oid = '', size] = listing.toString('latin1', start, tab).split(/ +/)
    entries.push({
      ...decodePath(listing.subarray(tab + 1, end)),
      mode,
      type: type === 'commit' ? 'commit' : 'blob',
      oid,
      size: size === '-' ? null : Number(size),
    })
    start = end + 1
  }
  return entries
}
