import { placeId } from './apply-step.ts'
import { type FollowedHistory, rootOf } from './follow-identity.ts'

/**
 * Key of each lineage's node, by number: where the function lives today, or what turned out to be the same function, or
 * where it was last.
 */
export function lineageKeys({ view, same, table }: FollowedHistory): string[] {
  const places: string[] = []
  for (const path of view.paths()) {
    for (const [key, { lineage, alive }] of view.get(path)?.functions ?? []) {
      if (!alive) continue
      const place = placeId(path, key)
      places[lineage.number] = place
      if (same.size > 0) places[rootOf(same, lineage).number] ??= place
    }
  }
  return table.lineages.map((lineage, number) => {
    const root = rootOf(same, lineage)
    return keyOfPlace(places[number] ?? places[root.number] ?? placeId(root.path, root.key))
  })
}

/** A place is written like the end of a definition's key. */
export const keyOfPlace = (place: string) => `function:${place}`

/** Path of each file that a step touched, by number: of today, or where it was last. */
export function filePaths({ view, table }: FollowedHistory): string[] {
  const paths = table.files.map(({ path }) => path)
  for (const path of view.paths()) {
    const number = view.get(path)?.file.number ?? -1
    if (number >= 0) paths[number] = path
  }
  return paths
}
