/** `github-data`: what GitHub knows of a repository as JSON lines, kept up to date in the data folder. */
import { type FileHandle, open } from 'node:fs/promises'
import { UpstreamError, UserError } from '../errors.ts'
import { parseSource } from '../git/parse-source.ts'
import { copyGitHub, fetchGitHub, recordsPath } from '../ingest/fetch-github.ts'
import type { CommandContext } from './command.ts'
import { createProgressDisplay, pauseNotice } from './progress.ts'

export async function run(context: CommandContext, [source]: [string], options: { out?: string }): Promise<number> {
  const { config, logger, shutdown, terminal } = context
  const { apiUrl, token } = config.github
  const parsed = parseSource(source)
  if (parsed.kind !== 'github') {
    throw new UserError(`${source} is not on GitHub.`, 'Give owner/name, for example pallets/flask.', { exitCode: 2 })
  }
  if (token === null) {
    throw new UserError(
      'GitHub gives its records only to those who show a token.',
      'Set GITHUB_TOKEN; read access to pull requests and issues is enough.',
    )
  }
  const { slug } = parsed
  const progress = createProgressDisplay(terminal.stderr)
  const report = await fetchGitHub({
    slug,
    dataDir: config.dataDir,
    apiUrl,
    token,
    logger: logger.child({ component: 'github' }),
    signal: shutdown.signal,
    onProgress: progress.update,
    onPause: pauseNotice(terminal.stderr),
  }).finally(progress.stop)
  const { pull_requests, issues, requests, points, problem, missing, name } = report
  if (name === null) throw new UpstreamError('GitHub', problem ?? 'it says nothing', { retryable: true })
  const path = recordsPath(config.dataDir, slug)
  if (options.out !== undefined) await writeTo(options.out, (file) => copyGitHub(config.dataDir, slug, file))
  if (report.renamed_from !== null) context.print(`${report.renamed_from} is called ${name} today.`)
  context.print(`${pull_requests} pull requests and ${issues} issues of ${name}: ${options.out ?? path}`)
  context.print(`${requests} requests, ${points} points of GitHub’s limit.`)
  for (const what of missing) context.print(`Not there: ${what}; the token may not read them.`)
  if (problem !== null) context.print(`Not complete: ${problem}. Run it again to go on from here.`)
  context.printJson({ ...report, path: options.out ?? path })
  return problem === null ? 0 : 1
}

async function writeTo(out: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(out, 'w').catch((cause: NodeJS.ErrnoException) => {
    throw new UserError(`${out} cannot be written (${cause.code}).`, 'Choose another place: --out FILE.', { cause })
  })
  try {
    await write(file)
  } finally {
    await file.close()
  }
}
