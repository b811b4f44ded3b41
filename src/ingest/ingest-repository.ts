import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../code/language.ts'
import { UserError } from '../errors.ts'
import type { GitRepository } from '../git/types.ts'
import { repositoryRecord } from '../graph/queries/repository-record.ts'
import type { Database, Graph } from '../graph/types.ts'
import type { Logger } from '../logger.ts'
import { graphName, listRepositories } from '../repositories.ts'
import { warmUp } from './code/warm-up.ts'
import { desireGraph, findCommit } from './desire-graph.ts'
import type { GitHubAccess } from './fetch-github.ts'
import { withFileLock } from './file-lock.ts'
import { gatherSource } from './gather-source.ts'
import { createIngestMemory, type IngestMemory } from './ingest-memory.ts'
import { inputId } from './input-id.ts'
import { loadLastIngest, saveLastIngest } from './last-ingest.ts'
import type { IngestProgress, IngestReport } from './report.ts'
import { createStopwatch } from './stopwatch.ts'
import { syncGraph } from './sync-graph.ts'

export interface IngestOptions {
  /** May still be opening: the threads start meanwhile. */
  readonly database: Database | Promise<Database>
  readonly dataDir: string
  readonly workspace: string
  /** `owner/name`, a GitHub address or the path of a local repository. */
  readonly source: string
  /** The world as of this revision instead of the branch's tip. */
  readonly at?: string | undefined
  /** Only this many of the newest changes; all by default. */
  readonly prs?: number | undefined
  /** `owner/name` to index under; by default what the origin or the directory says. */
  readonly name?: string | undefined
  /** False: the code layer alone. */
  readonly history?: boolean | undefined
  /** Larger source files are skipped and listed; 8 MiB by default. */
  readonly maxFileBytes?: number | undefined
  /** Those to parse; all by default. */
  readonly languages?: readonly Language[] | undefined
  /** File of GitHub records (docs/github-records.md): reviews, issues, logins. */
  readonly githubData?: string | undefined
  /** With a token, GitHub's records are fetched, and private repositories cloned. */
  readonly github?: GitHubAccess | undefined
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined
  /** Another ingest of this repository is under way, in the process `pid`; this one waits for it. */
  readonly onWait?: ((holder: { readonly pid: number }) => void) | undefined
  /** GitHub wants to be left alone for so long. */
  readonly onPause?: ((pause: { readonly seconds: number; readonly reason: string }) => void) | undefined
  readonly logger?: Logger | undefined
  readonly signal?: AbortSignal | undefined
  /** Kept by a running process from one ingest to the next, which makes syncs quick. */
  readonly memory?: IngestMemory | undefined
}

/**
 * Reads a repository into its graph, or brings the graph up to date: the same code. Throws UserError for what the user can
 * mend (no such path, unknown revision, a name that another repository has) and UpstreamError for git, network and database.
 */
export async function ingestRepository(options: IngestOptions): Promise<IngestReport> {
  const memory = options.memory ?? createIngestMemory({ once: true })
  try {
    return await ingestWith(memory, options)
  } finally {
    if (memory !== options.memory) await memory.close()
  }
}

async function ingestWith(memory: IngestMemory, options: IngestOptions): Promise<IngestReport> {
  const { dataDir, workspace, onWait, onProgress } = options
  if (options.name !== undefined) checkName(options.name)
  const stopwatch = createStopwatch()
  // A first ingest needs all threads at once; most syncs parse a file or two.
  if (memory !== options.memory && !existsSync(join(dataDir, 'cache'))) warmUp(memory.pool)
  const source = await stopwatch.time('fetch', () => gatherSource(options))
  const { repository, name: wanted, records, missing, fetched } = source
  const file = encodeURIComponent(graphName(workspace, wanted).toLowerCase())

  return withFileLock(join(dataDir, 'locks', file), { onWait, signal: options.signal }, async () => {
    const target = openTarget(options, repository, wanted)
    const signal = abortedWith(target, options.signal)
    const read = { options: { ...options, githubData: records ?? undefined, signal }, repository, memory, stopwatch }
    const request = { ...read, notFetched: missing, target }
    const found = await stopwatch.time('tree', () => findCommit(request))
    const lastPath = join(dataDir, 'manifests', `${file}.last`)
    const inputs = await inputId(request, found)
    const last = loadLastIngest(lastPath)
    if (last?.inputs === inputs && last.generation === (await target).generation) {
      return { ...asAgain(last.report), fetched, changes: NO_CHANGES, seconds: stopwatch.seconds() }
    }

    const { desired, moved, report } = await desireGraph(request, found)
    signal.throwIfAborted()
    // The threads are done; what they hold would be in the way of the changes.
    if (memory !== options.memory) await memory.close()
    const { graph } = await target
    const manifestPath = join(dataDir, 'manifests', file)
    const kept = options.memory?.digests ?? null
    const written = await syncGraph({ graph, desired, moved, manifestPath, kept, stopwatch, onProgress })
    // What failed is tried again; what is only held by memory goes as soon as memory lets go of it.
    if (written.generation !== null && !written.holdsRemembered && report.status !== 'degraded') {
      saveLastIngest(lastPath, { inputs, generation: written.generation, report })
    }
    return { ...report, fetched, changes: written.counts, seconds: stopwatch.seconds() }
  })
}

/** The report of an ingest that found nothing new: no file had to be parsed. */
const asAgain = <Report extends Pick<IngestReport, 'code'>>(report: Report): Report => ({
  ...report,
  code: report.code && { ...report.code, files_cached: report.code.files_parsed },
})

const NO_CHANGES = { nodes_written: 0, nodes_deleted: 0, edges_written: 0, edges_deleted: 0 }

/** The work that goes on beside it ends with its failure. */
function abortedWith(other: Promise<unknown>, signal: AbortSignal | undefined): AbortSignal {
  const controller = new AbortController()
  other.catch((error: unknown) => controller.abort(error))
  return AbortSignal.any([controller.signal, ...(signal === undefined ? [] : [signal])])
}

/** The graph to write to, once it is clear that it is this repository's. */
async function openTarget(
  options: IngestOptions,
  repository: GitRepository,
  wanted: string,
): Promise<{ readonly name: string; readonly graph: Graph; readonly generation: string | null }> {
  const database = await options.database
  const name = await nameAsIndexed(database, options.workspace, wanted)
  const graph = database.graph(graphName(options.workspace, name))
  const [record] = (await graph.exists()) ? await graph.run(repositoryRecord, {}) : []
  if (record !== undefined) await refuseClash(record, repository, name)
  return { name, graph, generation: record?.generation ?? null }
}

function checkName(name: string): void {
  if (/^[\w.-]+\/[\w.-]+$/.test(name)) return
  throw new UserError(`“${name}” cannot name a repository.`, 'Use owner/name, for example --name me/project.', {
    exitCode: 2,
  })
}

/** GitHub does not tell names apart by case; the spelling that was indexed first stays. */
async function nameAsIndexed(database: Database, workspace: string, name: string): Promise<string> {
  const indexed = await listRepositories(database, workspace)
  return indexed.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name
}

/**
 * A name may be taken by an unrelated repository, such as another folder `app`. Another clone of the same repository is
 * welcome: it knows the indexed commit.
 */
async function refuseClash(
  record: { readonly git_dir: string; readonly commit: string | null },
  repository: GitRepository,
  name: string,
): Promise<void> {
  if (record.git_dir === repository.gitDir || record.commit === null) return
  const related = await repository.resolveRevision(record.commit).then(
    () => true,
    () => false,
  )
  if (related) return
  throw new UserError(
    `The name ${name} is taken by another repository, ${record.git_dir}.`,
    'Index this one under a name of its own: --name owner/name.',
  )
}
