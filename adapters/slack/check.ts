/** Whether Slack takes what is configured, for `doctor`. */
import type { WebClient } from '@slack/web-api'
import type { Logger } from '../../src/logger.ts'
import { isBadToken, slackCode } from './errors.ts'
import type { SlackConnection } from './index.ts'
import { BOT_SCOPES } from './scopes.ts'
import { createWebClient } from './slack-api.ts'

export interface SlackCheck {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
  /** What to do about it; null when all is well. */
  readonly remedy: string | null
  readonly data: Readonly<Record<string, unknown>>
}

const MANIFEST =
  'At https://api.slack.com/apps, your app, App Manifest: paste manifest.yml, then install the app again.'

export async function checkSlack(options: {
  readonly botToken: string
  readonly connection: SlackConnection
  readonly apiUrl?: string | undefined
  readonly logger: Logger
}): Promise<SlackCheck[]> {
  const { connection } = options
  const bot = await checkBot(createWebClient({ ...options, token: options.botToken }))
  if (!('appToken' in connection)) return [bot, ...checkSecret(connection.signingSecret, connection.port)]
  return [bot, await checkSocket(createWebClient({ ...options, token: connection.appToken }))]
}

/** The bot token and what it is allowed. */
async function checkBot(client: WebClient): Promise<SlackCheck> {
  const name = 'slack'
  try {
    const { team, user, team_id, response_metadata } = await client.auth.test()
    const granted = response_metadata?.scopes ?? []
    const missing = Object.entries(BOT_SCOPES).filter(([scope]) => !granted.includes(scope))
    const data = { team: team_id, scopes: granted, missing: missing.map(([scope]) => scope) }
    if (missing.length === 0) return { name, ok: true, detail: `@${user} in ${team}`, remedy: null, data }
    const lost = missing.map(([scope, purpose]) => `${scope} (${purpose})`).join(', ')
    return { name, ok: false, detail: `@${user} in ${team} lacks ${lost}`, remedy: MANIFEST, data }
  } catch (error) {
    return refused(name, 'SLACK_BOT_TOKEN', error, 'OAuth & Permissions, Bot User OAuth Token (xoxb-…)')
  }
}

/** The token that sockets are opened with. */
async function checkSocket(client: WebClient): Promise<SlackCheck> {
  const name = 'slack socket'
  try {
    await client.apps.connections.open({})
    return { name, ok: true, detail: 'Slack would open a socket', remedy: null, data: { mode: 'socket' } }
  } catch (error) {
    const where = 'Basic Information, App-Level Tokens, with the scope connections:write (xapp-…)'
    return refused(name, 'SLACK_APP_TOKEN', error, where)
  }
}

function checkSecret(secret: string, port: number): SlackCheck[] {
  const ok = /^[0-9a-f]{32}$/.test(secret)
  return [
    {
      name: 'slack requests',
      ok,
      detail: ok ? `signed requests on port ${port}` : 'SLACK_SIGNING_SECRET is none: 32 hexadecimal digits',
      remedy: ok ? null : 'Copy it from https://api.slack.com/apps, your app, Basic Information, Signing Secret.',
      data: { mode: 'http', port },
    },
  ]
}

function refused(name: string, variable: string, error: unknown, where: string): SlackCheck {
  const code = slackCode(error)
  const data = { error: code ?? String(error) }
  if (code === null) {
    return { name, ok: false, detail: 'Slack cannot be reached', remedy: 'Check the network and SLACK_API_URL.', data }
  }
  if (code === 'missing_scope') {
    return { name, ok: false, detail: `${variable} lacks a permission`, remedy: `Make one: ${where}.`, data }
  }
  const remedy = `At https://api.slack.com/apps, your app: ${where}; set ${variable} to it.`
  const detail = isBadToken(error) ? `Slack does not take ${variable} (${code})` : `Slack answered ${code}`
  return { name, ok: false, detail, remedy, data }
}
