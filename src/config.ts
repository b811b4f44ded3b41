/** The only reader of the environment. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { UserError } from './errors.ts'
import type { LogLevel } from './logger.ts'
import { redact } from './redact.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const satisfies readonly LogLevel[]

/** `drafts`, `bots`, or both. */
const ALSO = /^\s*(?:drafts|bots)(?:\s*,\s*(?:drafts|bots))*\s*$/

/** `U123`, or `slack:U123`, with commas between. */
const ADMINS = /^\s*(?:[a-z]+:)?\w+(?:\s*,\s*(?:[a-z]+:)?\w+)*\s*$/

const ENVIRONMENT = z.object({
  REPOBRAIN_DATA: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).optional(),
  FALKORDB_URL: z.url({ protocol: /^(falkor|falkors|redis|rediss)$/ }).optional(),
  GITHUB_TOKEN: z.string().optional(),
  GITHUB_API_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isPrivateAddress)
    .optional(),
  SLACK_BOT_TOKEN: z
    .string()
    .regex(/^xoxb-\S+$/)
    .optional(),
  SLACK_APP_TOKEN: z
    .string()
    .regex(/^xapp-\S+$/)
    .optional(),
  SLACK_SIGNING_SECRET: z.string().regex(/^\S+$/).optional(),
  SLACK_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  SLACK_API_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isPrivateAddress)
    .optional(),
  DISCORD_TOKEN: z.string().regex(/^\S+$/).optional(),
  DISCORD_API_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isPrivateAddress)
    .optional(),
  REPOBRAIN_ADMINS: z.string().regex(ADMINS).optional(),
  REPOBRAIN_SYNC_MINUTES: z.coerce.number().min(0).max(10_080).optional(),
  REPOBRAIN_REVIEWS: z.enum(['off', 'post']).optional(),
  REPOBRAIN_REVIEW_ALSO: z.string().regex(ALSO).optional(),
  REPOBRAIN_REVIEW_SKIP_LABELS: z.string().optional(),
  REPOBRAIN_REVIEW_SKIP_PATHS: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  GROQ_API_KEY: z.string().regex(/^\S+$/).optional(),
  GROQ_MODEL: z.string().regex(/^\S+$/).optional(),
  GROQ_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  GROQ_QUESTION_TOKENS: z.coerce.number().int().min(1_500).max(1_000_000).optional(),
  GROQ_PATIENCE_SECONDS: z.coerce.number().min(0).max(600).optional(),
})

/** What a good value looks like, for the error message and checked against the schema by the tests. */
export const EXAMPLES: Readonly<Record<keyof z.infer<typeof ENVIRONMENT>, string>> = {
  REPOBRAIN_DATA: '.repobrain',
  LOG_LEVEL: 'info',
  FALKORDB_URL: 'redis://localhost:6379',
  GITHUB_TOKEN: 'github_pat_…',
  GITHUB_API_URL: 'https://api.github.com',
  SLACK_BOT_TOKEN: 'xoxb-…',
  SLACK_APP_TOKEN: 'xapp-…',
  SLACK_SIGNING_SECRET: '0123456789abcdef',
  SLACK_PORT: '3000',
  SLACK_API_URL: 'https://slack.com/api/',
  DISCORD_TOKEN: 'MTE4…',
  DISCORD_API_URL: 'https://discord.com/api',
  REPOBRAIN_ADMINS: 'slack:U0123ABCD,discord:123456789012345678',
  REPOBRAIN_SYNC_MINUTES: '10',
  REPOBRAIN_REVIEWS: 'post',
  REPOBRAIN_REVIEW_ALSO: 'drafts,bots',
  REPOBRAIN_REVIEW_SKIP_LABELS: 'no-repobrain,wip',
  REPOBRAIN_REVIEW_SKIP_PATHS: 'docs/**,**/*.md',
  PORT: '8080',
  GROQ_API_KEY: 'gsk_…',
  GROQ_MODEL: 'openai/gpt-oss-120b',
  GROQ_BASE_URL: 'https://api.groq.com',
  GROQ_QUESTION_TOKENS: '6000',
  GROQ_PATIENCE_SECONDS: '15',
}

export interface Config {
  /** Absolute path of the folder that holds the embedded database, the clones and the caches. */
  readonly dataDir: string
  /** Null where the environment does not say: each verb has a default of its own. */
  readonly logLevel: LogLevel | null
  /** A remote FalkorDB; null for the embedded one. */
  readonly falkordbUrl: string | null
  readonly github: {
    /** Of its API, without a slash at the end. */
    readonly apiUrl: string
    /** As it was given; it is checked where it is used. Null: git alone, and what is public. */
    readonly token: string | null
  }
  /** Null without a key: answers then come from the graph alone. */
  readonly languageModel: ModelConfig | null
  /** Null without a token. */
  readonly slack: SlackConfig | null
  /** Null without a token. */
  readonly discord: DiscordConfig | null
  /** Who may ingest, change settings and forget what others said: `platform:id` or `id`; empty: everybody. */
  readonly admins: readonly string[]
  /** Between the syncs of a running bot; zero: it does not sync by itself. */
  readonly syncMinutes: number
  readonly reviews: ReviewConfig
  /** Of the HTTP server; null: there is none. */
  readonly port: number | null
}

export interface ReviewConfig {
  /** Whether the running bot comments on pull requests by itself. */
  readonly post: boolean
  /** Which pull requests are left alone, unless somebody asks. */
  readonly rules: {
    readonly drafts: boolean
    readonly bots: boolean
    readonly skipLabels: readonly string[]
    readonly skipPaths: readonly string[]
  }
}

export interface SlackConfig {
  readonly botToken: string
  /** Events come over a socket, or, signed with a secret, over HTTP. */
  readonly connection: { readonly appToken: string } | { readonly signingSecret: string; readonly port: number }
  /** Null: Slack's own. */
  readonly apiUrl: string | null
}

export interface DiscordConfig {
  readonly token: string
  /** Null: Discord's own. */
  readonly apiUrl: string | null
}

export interface ModelConfig {
  readonly apiKey: string
  readonly model: string
  /** Origin of Groq, or the address before `/chat/completions` of another server. */
  readonly baseUrl: string
  /** Of all turns of a question together. */
  readonly questionTokens: number
  /** Longest wait for limits of the server. */
  readonly patienceMs: number
}

/**
 * Reads the variables that the program knows; an empty one counts as absent. Throws one UserError (exit code 2) that names
 * every bad variable with an example. Values of the environment win over those of the `.env` file.
 */
export function loadConfig(options: {
  dataDir?: string | undefined
  env?: NodeJS.ProcessEnv
  envFile?: string
}): Config {
  const environment = options.env ?? process.env
  const merged = { ...readEnvFile(options.envFile ?? '.env'), ...present(environment) }
  const parsed = ENVIRONMENT.safeParse(present(merged))
  if (!parsed.success) throw invalid(parsed.error.issues, merged)
  return {
    dataDir: resolve(options.dataDir ?? parsed.data.REPOBRAIN_DATA ?? '.repobrain'),
    logLevel: parsed.data.LOG_LEVEL ?? null,
    falkordbUrl: parsed.data.FALKORDB_URL ?? null,
    github: {
      apiUrl: (parsed.data.GITHUB_API_URL ?? EXAMPLES.GITHUB_API_URL).replace(/\/+$/, ''),
      token: parsed.data.GITHUB_TOKEN ?? null,
    },
    languageModel: modelConfig(parsed.data),
    slack: slackConfig(parsed.data),
    discord:
      parsed.data.DISCORD_TOKEN === undefined
        ? null
        : { token: parsed.data.DISCORD_TOKEN, apiUrl: parsed.data.DISCORD_API_URL ?? null },
    admins: listOf(parsed.data.REPOBRAIN_ADMINS),
    reviews: reviewConfig(parsed.data),
    syncMinutes: parsed.data.REPOBRAIN_SYNC_MINUTES ?? Number(EXAMPLES.REPOBRAIN_SYNC_MINUTES),
    port: parsed.data.PORT ?? null,
  }
}

const listOf = (text = '') => text.split(',').flatMap((each) => each.trim() || [])

function reviewConfig(data: z.infer<typeof ENVIRONMENT>): ReviewConfig {
  const also = listOf(data.REPOBRAIN_REVIEW_ALSO)
  return {
    post: data.REPOBRAIN_REVIEWS === 'post',
    rules: {
      drafts: also.includes('drafts'),
      bots: also.includes('bots'),
      skipLabels: listOf(data.REPOBRAIN_REVIEW_SKIP_LABELS ?? 'no-repobrain'),
      skipPaths: listOf(data.REPOBRAIN_REVIEW_SKIP_PATHS),
    },
  }
}

function slackConfig(data: z.infer<typeof ENVIRONMENT>): SlackConfig | null {
  const { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret } = data
  if (botToken === undefined) return null
  const apiUrl = data.SLACK_API_URL ?? null
  if (appToken !== undefined) return { botToken, connection: { appToken }, apiUrl }
  const port = data.SLACK_PORT ?? Number(EXAMPLES.SLACK_PORT)
  if (signingSecret !== undefined) return { botToken, connection: { signingSecret, port }, apiUrl }
  throw new UserError(
    'SLACK_BOT_TOKEN alone does not receive anything.',
    'Set SLACK_APP_TOKEN (Socket Mode: api.slack.com/apps, Basic Information, App-Level Tokens) or SLACK_SIGNING_SECRET (HTTP).',
    { exitCode: 2 },
  )
}

function modelConfig(data: z.infer<typeof ENVIRONMENT>): ModelConfig | null {
  if (data.GROQ_API_KEY === undefined) return null
  return {
    apiKey: data.GROQ_API_KEY,
    model: data.GROQ_MODEL ?? EXAMPLES.GROQ_MODEL,
    baseUrl: data.GROQ_BASE_URL ?? EXAMPLES.GROQ_BASE_URL,
    questionTokens: data.GROQ_QUESTION_TOKENS ?? Number(EXAMPLES.GROQ_QUESTION_TOKENS),
    patienceMs: 1000 * (data.GROQ_PATIENCE_SECONDS ?? Number(EXAMPLES.GROQ_PATIENCE_SECONDS)),
  }
}

/** A token is sent there: encrypted, or to this machine. */
function isPrivateAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

/** Whether errors should be printed with their stack; readable even where the rest of the configuration is not. */
export function isDebugging(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.LOG_LEVEL === 'debug' || env.LOG_LEVEL === 'trace'
}

function readEnvFile(path: string): NodeJS.ProcessEnv {
  if (!existsSync(path)) return {}
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new UserError(`${path} cannot be read.`, 'Make it a readable file of NAME=value lines, or remove it.', {
      exitCode: 2,
      cause,
    })
  }
}

function present(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))
}

/** A token in a form that nobody knows is a token still. */
const SECRET = /_(?:TOKEN|SECRET|KEY)$/

function invalid(issues: readonly z.core.$ZodIssue[], env: NodeJS.ProcessEnv): UserError {
  const names = [...new Set(issues.map((issue) => String(issue.path[0])))]
  const problems = names.map((name) => `${name}=${SECRET.test(name) ? '[hidden]' : redact(env[name] ?? '')}`)
  const examples = names.map((name) => `${name}=${EXAMPLES[name as keyof typeof EXAMPLES]}`)
  return new UserError(
    `Bad configuration: ${problems.join(', ')}.`,
    `Set each like this, in the environment or in .env, or leave it out: ${examples.join('  ')}`,
    { exitCode: 2 },
  )
}
