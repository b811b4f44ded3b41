/** Who may see a memory. What is learnt in a private channel or a direct message stays in it. */

export const WORKSPACE_SCOPE = 'workspace'

export interface Scope {
  /** Where new facts belong. */
  readonly own: string
  /** What may be recalled. */
  readonly visible: readonly string[]
}

/** `privateTo`: the private channel or direct message that is spoken in; null where the whole workspace may listen. */
export function scopeOf(privateTo: string | null): Scope {
  if (privateTo === null) return { own: WORKSPACE_SCOPE, visible: [WORKSPACE_SCOPE] }
  const own = `channel:${privateTo}`
  return { own, visible: [WORKSPACE_SCOPE, own] }
}
