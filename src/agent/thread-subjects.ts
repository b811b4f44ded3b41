import type { RememberedEpisode } from '../memory/load-session.ts'
import type { ThreadSubjects } from './resolve/resolve-context.ts'

/** The main subject of each earlier answer: code, else the pull request, issue or commit that it was about. */
export function threadSubjects(episodes: readonly RememberedEpisode[]): ThreadSubjects {
  return episodes.flatMap(({ used }) => {
    const main = used.find(({ role }) => role === 'subject' || role === 'change' || role === 'mentioned')
    return main ? [main.ref] : []
  })
}
