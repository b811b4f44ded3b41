/** The table of verbs: names, arguments, options, help. Importing it loads none of their code. */
import { UserError } from '../errors.ts'
import { defineVerb, type Verb, type VerbOption } from './command.ts'

const REPO: VerbOption = {
  flags: '--repo <owner/name>',
  description: 'which indexed repository (needed when there are several)',
}

const AS: VerbOption = { flags: '--as <user>', description: 'who says it (default: the user of this machine)' }

const FACT = {
  name: '<fact...>',
  description: 'its id or the beginning of it, as `facts` shows it, or words that only it has',
}

const SOURCE = 'owner/name, a GitHub address, or the path of a local git repository'

export const VERBS: readonly Verb[] = [
  defineVerb({
    name: 'start',
    summary: 'run the bot on Slack and Discord by the tokens that are set, else in this terminal',
    args: [],
    options: [REPO],
    examples: ['start'],
    load: () => import('./start.ts'),
  }),
  defineVerb({
    name: 'ingest',
    summary: 'read a repository into the graph, or bring the graph up to date',
    args: [{ name: '<source>', description: SOURCE }],
    options: [
      { flags: '--at <rev>', description: 'the world as it was at this commit, branch or tag' },
      {
        flags: '--prs <n>',
        description: 'only the last n changes of the history (default: all)',
        parse: positiveInteger('--prs'),
      },
      { flags: '--no-history', description: 'the code alone: no pull requests, no people' },
      { flags: '--github-data <file>', description: 'reviews, issues and logins from a file of GitHub records' },
      { flags: '--name <owner/name>', description: 'its name on GitHub (default: as its origin says)' },
    ],
    examples: ['ingest pallets/flask', 'ingest ~/src/flask --at 3.0.0', 'ingest . --name me/project'],
    load: () => import('./ingest.ts'),
  }),
  defineVerb({
    name: 'sync',
    summary: 'bring indexed repositories up to date: git, the records of GitHub, the graph',
    args: [],
    options: [
      { flags: '--repo <owner/name>', description: 'this one alone (default: all)' },
      {
        flags: '--watch <minutes>',
        description: 'again and again, with so long a pause; Ctrl-C ends it',
        parse: positiveInteger('--watch'),
      },
    ],
    examples: ['sync', 'sync --repo pallets/flask', 'sync --watch 10'],
    load: () => import('./sync.ts'),
  }),
  defineVerb({
    name: 'github-data',
    summary: 'fetch what GitHub knows of a repository: reviews, issues, logins (needs GITHUB_TOKEN)',
    args: [{ name: '<repository>', description: 'owner/name, or a GitHub address' }],
    options: [{ flags: '--out <file>', description: 'write the records there, for ingest --github-data' }],
    examples: ['github-data pallets/flask', 'github-data pallets/flask --out flask.jsonl'],
    load: () => import('./github-data.ts'),
  }),
  defineVerb({
    name: 'ask',
    summary: 'answer one question, with its sources',
    args: [{ name: '<question...>', description: 'in plain words; a link, a code block or a traceback may be in it' }],
    options: [
      REPO,
      { flags: '--session <id>', description: 'go on with an earlier conversation ("and who reviewed it?")' },
      { flags: '--as <user>', description: 'who asks: never named as the person to ask' },
    ],
    examples: [
      'ask "why is full_dispatch_request written like this, and who should I ask?"',
      'ask --session 7 "and who calls it?"',
    ],
    load: () => import('./ask.ts'),
  }),
  defineVerb({
    name: 'chat',
    summary: 'a conversation in this terminal; follow-up questions know what came before',
    args: [],
    options: [REPO, { flags: '--session <id>', description: 'go on with an earlier conversation' }],
    examples: ['chat', 'chat --repo pallets/flask'],
    load: () => import('./chat.ts'),
  }),
  defineVerb({
    name: 'show',
    summary: 'what the graph holds on a function, class, file, pull request, issue or person',
    args: [{ name: '<what>', description: 'a symbol (Flask.make_response), a path, #5818, or @login' }],
    options: [
      REPO,
      { flags: '--picture <file>', description: 'draw it with its neighbours, as a PNG' },
      { flags: '--dark', description: 'the picture for a dark background' },
    ],
    examples: ['show Flask.make_response', "show '#5818'", 'show @davidism --picture davidism.png'],
    load: () => import('./show.ts'),
  }),
  defineVerb({
    name: 'review',
    summary: 'what a change does: who depends on it, what is behind it, who should look at it',
    args: [],
    options: [
      REPO,
      { flags: '--pr <n>', description: 'a pull request', parse: positiveInteger('--pr') },
      { flags: '--base <rev>', description: 'with --head: two commits, branches or tags' },
      { flags: '--head <rev>', description: 'with --base' },
      { flags: '--markdown', description: 'as the comment that it would be on GitHub' },
      { flags: '--post', description: 'with --pr: comment on GitHub, or bring the comment there up to date' },
      { flags: '--all', description: 'with --post: also drafts, pull requests of bots, and those that opted out' },
      { flags: '--task <id>', description: 'go on with a review that was begun' },
      { flags: '--agent <name>', description: 'with --task: run this agent alone (impact, historian, reviewer)' },
    ],
    examples: ['review --pr 5918', 'review --pr 5918 --post', 'review --base main --head my-branch --markdown'],
    load: () => import('./review.ts'),
  }),
  defineVerb({
    name: 'facts',
    summary: 'what is remembered, and whether the code still is what it was said of',
    args: [],
    options: [REPO, { flags: '--stale', description: 'only what is out of date' }],
    examples: ['facts', 'facts --stale --json'],
    load: () => import('./facts.ts'),
  }),
  defineVerb({
    name: 'remember',
    summary: 'keep a conclusion about the code, with what the code looks like now',
    args: [{ name: '<fact...>', description: 'one sentence; what it names in back-ticks is what it is about' }],
    options: [
      REPO,
      {
        flags: '--about <symbol...>',
        description: 'function, class, file, #number (default: what the fact names)',
      },
      AS,
      { flags: '--session <id>', description: 'the conversation that it comes from' },
    ],
    examples: ['remember "retries stop after 5 attempts" --about retry_delay'],
    load: () => import('./remember.ts'),
  }),
  defineVerb({
    name: 'still-true',
    summary: 'confirm a fact whose code changed',
    args: [FACT],
    options: [REPO, AS],
    examples: ['still-true 3f09c2'],
    load: () => import('./still-true.ts'),
  }),
  defineVerb({
    name: 'retire',
    summary: 'leave a fact out of answers; as history it stays',
    args: [FACT],
    options: [REPO, AS],
    examples: ['retire 3f09c2'],
    load: () => import('./retire.ts'),
  }),
  defineVerb({
    name: 'forget',
    summary: 'delete a fact, and say which',
    args: [FACT],
    options: [REPO],
    examples: ['forget 3f09c2'],
    load: () => import('./forget.ts'),
  }),
  defineVerb({
    name: 'verify',
    summary: 'ask an old answer’s queries again and say what still holds',
    args: [{ name: '<episode>', description: 'id of the answer, as `ask --json` prints it, or its beginning' }],
    options: [REPO],
    examples: ['verify 0b9e8a6c'],
    load: () => import('./verify.ts'),
  }),
  defineVerb({
    name: 'digest',
    summary: 'what is new since the last one: facts gone stale, reviews, questions without an answer',
    args: [],
    options: [
      REPO,
      {
        flags: '--since <time>',
        description: 'since then instead: a date, a time, or 24h, 3d, 2w; the last one stays the last',
      },
      { flags: '--dry-run', description: 'show it, and let the next one say it again' },
    ],
    examples: ['digest', 'digest --since 3d', 'digest --dry-run --json'],
    load: () => import('./digest.ts'),
  }),
  defineVerb({
    name: 'export',
    summary: 'the graph as sorted JSON lines: nodes, then edges',
    args: [],
    options: [REPO, { flags: '--memory', description: 'sessions, episodes and facts as well' }],
    examples: ['export > graph.jsonl', 'export | grep \'"edge":"FIXES"\''],
    load: () => import('./export.ts'),
  }),
  defineVerb({
    name: 'status',
    summary: 'which repositories are indexed, at which commit, how far behind',
    args: [],
    options: [REPO],
    examples: ['status', 'status --json'],
    load: () => import('./status.ts'),
  }),
  defineVerb({
    name: 'doctor',
    summary: 'what is configured, reachable and healthy; exit code 1 if something is not',
    args: [],
    options: [],
    examples: ['doctor', 'doctor --json'],
    badConfigurationExitCode: 1,
    load: () => import('./doctor.ts'),
  }),
  defineVerb({
    name: 'demo',
    summary: 'ingest a sample (or the source) and hold a short conversation about it',
    args: [{ name: '[source]', description: `${SOURCE} (default: the sample that comes along)` }],
    options: [],
    examples: ['demo', 'demo pallets/flask'],
    load: () => import('./demo.ts'),
  }),
]

function positiveInteger(option: string): (value: string) => number {
  return (value) => {
    if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
    throw new UserError(`${option} wants a whole number above zero, not “${value}”.`, `For example: ${option} 200`, {
      exitCode: 2,
    })
  }
}
