import { gitOutput } from './run-git.ts'

/** Parents by commit, of everything that is reachable from `tip`; parents come before their children. */
export async function readAncestry(gitDir: string, tip: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const listing = await gitOutput(['rev-list', '--topo-order', '--reverse', '--parents', tip], { gitDir })
  const parents = new Map<string, readonly string[]>()
  for (const line of listing.toString('latin1').split('\n')) {
    const [commit = '', ...of] = line.split(' ')
    if (commit !== '') parents.set(commit, of)
  }
  return parents
}
