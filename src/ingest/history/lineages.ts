import type { DraftFile } from './assemble-step.ts'

/** Changes of one path, and of the paths it was renamed from and to, in the order given. */
export function groupByLineage(files: readonly DraftFile[]): DraftFile[][] {
  const parents = new Map<string, string>()
  const find = (path: string): string => {
    let root = path
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next
    for (let at = path; at !== root; ) {
      const next = parents.get(at) ?? root
      parents.set(at, root)
      at = next
    }
    return root
  }
  for (const { was, now } of files) {
    if (was === null || now === null || was === now) continue
    const [from, to] = [find(was), find(now)]
    if (from !== to) parents.set(from, to)
  }
  const groups = new Map<string, DraftFile[]>()
  for (const file of files) {
    const root = find(file.now ?? file.was ?? '')
    const group = groups.get(root)
    if (group === undefined) groups.set(root, [file])
    else group.push(file)
  }
  return [...groups.values()]
}
