/** What a change did to a function. */

/** A function is named by `key`: its qualified name and, from the second definition of that name in the file on, `~2`, `~3` … */
export interface FunctionPlace {
  readonly path: string
  readonly key: string
}

export interface FunctionChange {
  /** `kept`: only its place changed and none of its lines (an ordinal shifted); says where it went, is no change of it. */
  readonly kind: 'added' | 'changed' | 'signature' | 'moved' | 'deleted' | 'kept'
  /** Null when added. */
  readonly was: FunctionPlace | null
  /** Null when deleted. */
  readonly now: FunctionPlace | null
  readonly added: number
  readonly removed: number
}

export const functionKey = (qualifiedName: string, ordinal: number) =>
  ordinal === 0 ? qualifiedName : `${qualifiedName}~${ordinal + 1}`

export function splitFunctionKey(key: string): { qualifiedName: string; ordinal: number } {
  const match = key.includes('~') ? /^(.*)~(\d+)$/s.exec(key) : null
  return match?.[1] === undefined
    ? { qualifiedName: key, ordinal: 0 }
    : { qualifiedName: match[1], ordinal: Number(match[2]) - 1 }
}
