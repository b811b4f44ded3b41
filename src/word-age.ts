const STEPS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long ago an ISO 8601 time was, in one unit: `3 minutes ago`, `just now` below a minute. `now` is in milliseconds. */
export function wordAge(at: string, now: number): string {
  const seconds = (now - Date.parse(at)) / 1000
  for (const [unit, length] of STEPS) {
    const count = Math.floor(seconds / length)
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`
  }
  return 'just now'
}
