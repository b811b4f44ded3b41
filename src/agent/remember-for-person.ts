import { randomUUID } from 'node:crypto'
import { NotFoundError, UserError } from '../errors.ts'
import { repositoryState } from '../graph/queries/repository-state.ts'
import type { Graph } from '../graph/types.ts'
import { loadSession } from '../memory/load-session.ts'
import { saveEpisode } from '../memory/save-episode.ts'
import { type SavedFact, saveFact } from '../memory/save-fact.ts'
import { scopeOf } from '../memory/scope.ts'
import { readQuestion } from './question/read-question.ts'
import type { ReadSource } from './resolve/by-place.ts'
import { nameOf } from './resolve/candidate.ts'
import { type Resolution, recordKeys } from './resolve/resolution.ts'
import { resolveSubject } from './resolve/resolve-subject.ts'
import { threadSubjects } from './thread-subjects.ts'

export interface RememberOptions {
  readonly graph: Graph
  readonly text: string
  /** Names, paths, numbers or keys of what it is about; what the text names, or the thread is about, where there are none. */
  readonly about: readonly string[]
  readonly session?: string | undefined
  readonly person: string | null
  readonly privateTo?: string | null | undefined
  readonly readSource: ReadSource
  readonly clock: () => Date
}

const KEY = /^(?:function|class|file|pr|issue|commit):\S/

/**
 * Saves what a person says, in an episode of its own. Throws NotFoundError when what it is about is not in the graph and
 * UserError when that could be several things: a fact on the wrong function does harm.
 */
export async function rememberForPerson(options: RememberOptions): Promise<SavedFact> {
  const { graph, text, person, clock } = options
  const [repository] = (await graph.exists()) ? await graph.run(repositoryState, {}) : []
  if (!repository) throw new NotFoundError('This repository is not indexed.', 'Ingest it first.')
  if (text.trim() === '') throw new UserError('There is nothing to remember.', 'Say what.', { exitCode: 2 })
  const session = options.session ?? randomUUID()
  const episodes = await loadSession(graph, session)
  const context = { graph, commit: repository.commit, repository: repository.name, readSource: options.readSource }
  const resolve = (named: string, thread: ReturnType<typeof threadSubjects>) =>
    resolveSubject({ ...context, thread }, readQuestion(named))
  const about =
    options.about.length > 0
      ? await Promise.all(
          options.about.map(async (name) =>
            KEY.test(name) ? [name] : anchorsOf(name, await resolve(asName(name), [])),
          ),
        )
      : [anchorsOf(text, await resolve(text, threadSubjects(episodes)))]
  const refs = [...new Set(about.flat())]
  const episode = randomUUID()
  const at = clock()
  const scope = scopeOf(options.privateTo ?? null).own
  await saveEpisode(graph, {
    id: episode,
    session,
    question: `remember ${text}`,
    answer: 'Remembered.',
    mode: 'graph',
    asker: person,
    at,
    scope,
    commit: repository.commit,
    queries: [],
    path: [],
    used: refs.map((ref) => ({ ref, role: 'subject' })),
  })
  return saveFact(graph, { text, about: refs, scope, author: person, source: 'person', episode, at })
}

const asName = (name: string) => (/^#?\d+$/.test(name) ? `#${name.replace('#', '')}` : `\`${name}\``)

const SURE_WAYS = ['name', 'link', 'traceback', 'code block', 'thread']

function anchorsOf(named: string, resolution: Resolution): string[] {
  switch (resolution.kind) {
    case 'code': {
      const { subjects, how } = resolution
      if (subjects.length > 1) throw severalMeant(subjects.map(nameOf))
      if (SURE_WAYS.includes(how)) return [subjects[0].ref]
      throw new UserError(
        `It is not clear what that is about; \`${nameOf(subjects[0])}\`?`,
        'Name the function, class, file, pull request or issue in back-ticks, or as --about.',
        { exitCode: 2 },
      )
    }
    case 'pull_request':
    case 'issue':
    case 'either':
      return recordKeys(resolution)
    case 'several':
      throw severalMeant(resolution.candidates.map(nameOf))
    case 'unknown-name':
      throw new NotFoundError(
        `The index knows no \`${resolution.asked}\`.`,
        resolution.near.length > 0
          ? `There is ${resolution.near.map((name) => `\`${name}\``).join(', ')}.`
          : 'Check the name.',
      )
    default:
      throw new UserError(
        `It is not clear what “${named.slice(0, 80)}” is about.`,
        'Name the function, class, file, pull request or issue.',
        { exitCode: 2 },
      )
  }
}

const severalMeant = (names: readonly string[]) =>
  new UserError(`Several match: ${names.map((name) => `\`${name}\``).join(', ')}.`, 'Say which one.', { exitCode: 2 })
