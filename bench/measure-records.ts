import { fileURLToPath } from 'node:url'
import type { IngestReport } from '../src/ingest/report.ts'
import { openGitHubServer, TOKEN } from '../test/fakes/github/github-server.ts'
import type { FakePullRequest } from '../test/fakes/github/world.ts'
import { buildRepository } from '../test/fixtures/build-repository.ts'
import { inNewFolder } from './in-new-folder.ts'
import { runMeasured } from './run-measured.ts'

/** Of an `ingest owner/name` against a GitHub on this machine: what it asks, takes and needs. */
export interface RecordFigures {
  readonly name: string
  readonly requests: number
  readonly points: number
  /** The whole command. */
  readonly seconds: number
  /** Until clone and records are there; the server runs beside it on the same cores. */
  readonly fetchSeconds: number
  readonly peakMegabytes: number | null
}

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const PULL_REQUESTS = 2_000
const REVIEWS = 8
const COMMENTS = 5

/** 2,000 pull requests with 8 reviews of 5 comments each: a first ingest, and one when nothing is new. */
export async function measureRecords(): Promise<RecordFigures[]> {
  const builder = buildRepository()
  const functions = (turn: number) =>
    Array.from({ length: 20 }, (_, at) => `def f${at}(a):\n    return a + ${at === turn % 20 ? turn : 0}\n`).join(
      '\n\n',
    )
  builder.commit({ message: 'Start', files: { 'app.py': functions(0) } })
  const landed = Array.from({ length: PULL_REQUESTS }, (_, at) =>
    builder.pullRequest({
      number: at + 1,
      title: `Change ${at + 1}`,
      style: 'squash',
      head: false,
      commits: [{ files: { 'app.py': functions(at + 1) } }],
    }),
  )
  const directory = await builder.write()
  const pullRequests = landed.map((change, at) => pullRequest(at + 1, change.landed.sha))
  const server = await openGitHubServer({ repositories: { 'acme/api': { directory, pullRequests } } })
  try {
    return await inNewFolder(async (data) => [
      await ingest('first ingest', server.url, data),
      await ingest('nothing new', server.url, data),
    ])
  } finally {
    await server.close()
  }
}

function pullRequest(number: number, mergeCommit: string): FakePullRequest {
  const person = (at: number) => ({ login: `person-${at % 50}`, id: at % 50 })
  const comment = (review: number, at: number) => ({
    author: person(review),
    path: 'app.py',
    line: at * 3 + 1,
    commit: mergeCommit,
    body: `Remark ${at} on change ${number}: please say why this is so, and what happens when it is not. ${'More words. '.repeat(15)}`,
  })
  const reviews = Array.from({ length: REVIEWS }, (_, review) => ({
    author: person(number + review),
    body: 'Some words on the whole.',
    comments: Array.from({ length: COMMENTS }, (_, at) => comment(number + review, at)),
  }))
  return { number, author: person(number), body: 'What it does, and why. '.repeat(40), mergeCommit, reviews }
}

async function ingest(name: string, url: string, data: string): Promise<RecordFigures> {
  const env = ['env', `GITHUB_API_URL=${url}`, `GITHUB_TOKEN=${TOKEN}`]
  const command = [...env, process.execPath, MAIN, 'ingest', 'acme/api', '--data', data, '--json']
  const { seconds, peakMegabytes, stdout } = await runMeasured(command, { marker: data })
  const report = JSON.parse(stdout) as IngestReport
  if (report.fetched?.complete !== true) throw new Error(`The fetch ended early: ${report.fetched?.problem}`)
  const { requests, points } = report.fetched
  return { name, requests, points, seconds, fetchSeconds: report.seconds.fetch ?? Number.NaN, peakMegabytes }
}
