/** Value at a share of the sorted values (nearest rank): 0.5 is the median. Null without values. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}

export const median = (values: readonly number[]) => quantile(values, 0.5)
