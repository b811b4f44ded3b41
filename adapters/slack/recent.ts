/** The names that were added last; older ones are forgotten. */
export interface Recent {
  add(name: string): void
  has(name: string): boolean
}

export function createRecent(most: number): Recent {
  const names = new Set<string>()
  return {
    has: (name) => names.has(name),
    add: (name) => {
      names.delete(name)
      names.add(name)
      const [oldest] = names
      if (names.size > most && oldest !== undefined) names.delete(oldest)
    },
  }
}
