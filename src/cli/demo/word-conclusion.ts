import type { Answer } from '../../agent/answer.ts'

/** What somebody might keep from an answer on why a function is as it is. */
export function wordConclusion(subject: string, { evidence }: Answer): string {
  const change = evidence.find(({ role }) => role === 'change')
  const name = `\`${subject}\``
  if (change?.kind === 'pull_request') return `${name} is as PR #${change.number} left it; read that before changing it`
  if (change?.kind === 'commit')
    return `${name} is as commit ${change.sha.slice(0, 7)} left it; read that before changing it`
  return `nothing is known about why ${name} is as it is`
}
