/** The manifest asks Slack for what the code uses, and for nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AppsManifestCreateArguments } from '@slack/web-api'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ASK_ABOUT } from '../../../adapters/slack/ask-form.ts'
import { COMMAND } from '../../../adapters/slack/listen.ts'
import { BOT_SCOPES } from '../../../adapters/slack/scopes.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const ADAPTER = join(ROOT, 'adapters/slack')

type Manifest = AppsManifestCreateArguments['manifest']
type Settings = NonNullable<Manifest['settings']>
type Event = NonNullable<NonNullable<Settings['event_subscriptions']>['bot_events']>[number]
type Scope = NonNullable<NonNullable<NonNullable<Manifest['oauth_config']>['scopes']>['bot']>[number]

/** The library's list of events that a manifest may name is older than this one; the event itself it knows. */
const EVENTS = {
  agent_session_stopped: [],
  app_home_opened: [],
  app_mention: ['app_mentions:read'],
  'message.channels': ['channels:history'],
  'message.groups': ['groups:history'],
  'message.im': ['im:history'],
  'message.mpim': ['mpim:history'],
} as const satisfies Partial<Record<Event | 'agent_session_stopped', readonly Scope[]>>

/** Bot scopes that a method needs, by Slack's reference. `assistant:write` and `connections:write` are not asked for by name. */
const METHODS: Readonly<Record<string, readonly Scope[]>> = {
  'agents.sessions.setStatus': ['chat:write'],
  'apps.connections.open': [],
  // Declaring an agent brings the scope with it.
  'assistant.threads.setSuggestedPrompts': [],
  'auth.test': [],
  'chat.appendStream': ['chat:write'],
  'chat.delete': ['chat:write'],
  'chat.postEphemeral': ['chat:write'],
  'chat.postMessage': ['chat:write'],
  'chat.startStream': ['chat:write'],
  'chat.stopStream': ['chat:write'],
  'chat.update': ['chat:write'],
  'conversations.history': ['channels:history', 'groups:history', 'im:history', 'mpim:history'],
  'conversations.info': ['channels:read', 'groups:read'],
  'conversations.open': ['im:write'],
  'conversations.replies': ['channels:history', 'groups:history', 'im:history', 'mpim:history'],
  filesUploadV2: ['files:write'],
  'users.info': ['users:read'],
  'views.open': [],
  'views.publish': [],
}

/** Fails to compile where it lets through what the published type does not know. */
const manifestOf = <Schema extends z.ZodType<Omit<Manifest, 'settings'>>>(schema: Schema): Schema => schema
const text = (most: number) => z.string().min(1).max(most)
const schema = manifestOf(
  z.strictObject({
    _metadata: z.strictObject({ major_version: z.literal(2) }),
    display_information: z.strictObject({
      name: text(35),
      description: text(140),
      long_description: z.string().min(174).max(4_000),
      background_color: z.string().regex(/^#[0-9a-f]{6}$/),
    }),
    features: z.strictObject({
      agent_view: z.strictObject({
        agent_description: text(300),
        suggested_prompts: z.array(z.strictObject({ title: z.string(), message: z.string() })).max(4),
      }),
      app_home: z.strictObject({
        home_tab_enabled: z.literal(true),
        messages_tab_enabled: z.literal(true),
        messages_tab_read_only_enabled: z.literal(false),
      }),
      bot_user: z.strictObject({
        display_name: z.string().regex(/^[a-z0-9._-]{1,80}$/),
        always_online: z.boolean(),
      }),
      shortcuts: z
        .array(
          z.strictObject({
            type: z.enum(['global', 'message']),
            name: text(24),
            callback_id: text(255),
            description: text(150),
          }),
        )
        .max(10),
      slash_commands: z
        .array(
          z.strictObject({
            command: z.string().regex(/^\/[a-z0-9_-]{1,31}$/),
            description: text(2_000),
            usage_hint: text(1_000),
            should_escape: z.literal(true),
          }),
        )
        .max(50),
    }),
    oauth_config: z.strictObject({
      scopes: z.strictObject({ bot: z.array(z.custom<Scope>((value) => typeof value === 'string')) }),
    }),
    settings: z.strictObject({
      event_subscriptions: z.strictObject({ bot_events: z.array(z.string()) }),
      interactivity: z.strictObject({ is_enabled: z.literal(true) }),
      org_deploy_enabled: z.literal(false),
      socket_mode_enabled: z.literal(true),
      token_rotation_enabled: z.literal(false),
    }),
  }),
)

const manifest = schema.parse(parse(readFileSync(join(ROOT, 'manifest.yml'), 'utf8')))
const code = readdirSync(ADAPTER)
  .map((name) => readFileSync(join(ADAPTER, name), 'utf8'))
  .join('\n')
const usedMethods = new Set(
  [...code.matchAll(/\bclient\.((?:[a-z]+\.)*[a-zA-Z0-9]+)\(/g)].map((match) => match[1] ?? ''),
)
const OF_OTHER_CLIENTS = ['start', 'disconnect', 'on', 'once', 'listeners', 'removeAllListeners']
const webMethods = [...usedMethods].filter((method) => !OF_OTHER_CLIENTS.includes(method))

describe('the manifest of the Slack app', () => {
  it('asks for exactly the scopes that the methods, events and commands in use need', () => {
    const needed = new Set<string>([
      ...webMethods.flatMap((method): readonly string[] => METHODS[method] ?? [`unknown method ${method}`]),
      ...Object.values(EVENTS).flat(),
      'commands',
    ])
    expect([...manifest.oauth_config.scopes.bot].sort()).toEqual([...needed].sort())
    expect(webMethods.length).toBeGreaterThan(15)
  })

  it('names no method in this test that the code does not call', () => {
    expect(Object.keys(METHODS).filter((method) => !usedMethods.has(method))).toEqual([])
  })

  it('says for each scope what it is for', () => {
    expect(Object.keys(BOT_SCOPES).sort()).toEqual([...manifest.oauth_config.scopes.bot].sort())
  })

  it('subscribes to exactly the events that are listened to', () => {
    expect(manifest.settings.event_subscriptions.bot_events.toSorted()).toEqual(Object.keys(EVENTS).sort())
    const heard = [...code.matchAll(/app\.event\('([a-z_]+)'/g)].map((match) => match[1])
    expect(new Set(Object.keys(EVENTS).map((event) => event.split('.')[0]))).toEqual(new Set(heard))
  })

  it('has the command and the shortcut that are listened to', () => {
    expect(manifest.features.slash_commands.map(({ command }) => command)).toEqual([COMMAND])
    expect(manifest.features.shortcuts.map(({ callback_id }) => callback_id)).toEqual([ASK_ABOUT])
  })
})
