/** Whether Discord would take a request: its published schema for the route, and the limits it documents in words. */
import * as schemas from 'discord-api-spec/zod'
import { MessageFlags } from 'discord-api-types/v10'
import { z } from 'zod'

/** A fault as Discord names it: 50035 is “Invalid Form Body”. */
export interface Fault {
  readonly code: number
  readonly message: string
}

const BODIES: readonly { readonly method: string; readonly path: RegExp; readonly schema: z.core.$ZodType }[] = [
  { method: 'POST', path: /^\/channels\/\d+\/messages$/, schema: schemas.MessageCreateRequestSchema },
  { method: 'PATCH', path: /^\/channels\/\d+\/messages\/\d+$/, schema: schemas.MessageEditRequestPartialSchema },
  {
    method: 'POST',
    path: /^\/channels\/\d+\/messages\/\d+\/threads$/,
    schema: schemas.CreateTextThreadWithMessageRequestSchema,
  },
  { method: 'POST', path: /^\/users\/@me\/channels$/, schema: schemas.CreatePrivateChannelRequestSchema },
  { method: 'POST', path: /^\/webhooks\/\d+\/[^/]+$/, schema: schemas.IncomingWebhookRequestPartialSchema },
  {
    method: 'PATCH',
    path: /^\/webhooks\/\d+\/[^/]+\/messages\/(?:@original|\d+)$/,
    schema: schemas.IncomingWebhookUpdateRequestPartialSchema,
  },
  {
    method: 'PUT',
    path: /^\/applications\/\d+(?:\/guilds\/\d+)?\/commands$/,
    schema: z.array(schemas.ApplicationCommandUpdateRequestSchema).max(110),
  },
]

const message = z.looseObject({
  content: z.string().nullish(),
  nonce: z.union([z.string(), z.number()]).nullish(),
  flags: z.number().nullish(),
  embeds: z.array(z.looseObject({ title: z.string().nullish(), description: z.string().nullish() })).nullish(),
  components: z
    .array(
      z.looseObject({
        type: z.number(),
        components: z
          .array(z.looseObject({ custom_id: z.string().optional(), label: z.string().nullish() }))
          .optional(),
      }),
    )
    .nullish(),
  attachments: z.array(z.looseObject({ description: z.string().max(1024).nullish() })).nullish(),
})

/** Null when the request is in order. */
export function checkRequest(method: string, path: string, body: unknown): Fault | null {
  const route = BODIES.find((one) => one.method === method && one.path.test(path))
  if (!route) return null
  const parsed = z.safeParse(route.schema, body)
  if (!parsed.success) return invalid(z.prettifyError(parsed.error))
  return /\/(?:messages(?:\/[^/]+)?|webhooks\/\d+\/[^/]+)$/.test(path) ? checkMessage(body) : null
}

/** Limits of messages that the schema does not have. */
export function checkMessage(body: unknown): Fault | null {
  const parsed = message.safeParse(body)
  if (!parsed.success) return invalid(z.prettifyError(parsed.error))
  const { content, nonce, flags, embeds, components } = parsed.data
  if ((content ?? '').length > 2_000) return invalid('content: must be 2000 or fewer in length')
  if (String(nonce ?? '').length > 25) return invalid('nonce: must be 25 or fewer in length')
  if ((flags ?? 0) & MessageFlags.IsComponentsV2 && (content || embeds?.length)) {
    return invalid('content, embeds: cannot be used with components v2')
  }
  const letters = (embeds ?? []).reduce(
    (sum, { title, description }) => sum + (title ?? '').length + (description ?? '').length,
    0,
  )
  if (letters > 6_000) return invalid('embeds: the sum of all characters must be 6000 or fewer')
  if ((components ?? []).length > 5) return invalid('components: must be 5 or fewer rows')
  const rows = (components ?? []).map((row) => row.components ?? [])
  if (rows.some((row) => row.length === 0 || row.length > 5)) return invalid('components: 1 to 5 in a row')
  const ids = rows.flat().flatMap(({ custom_id }) => custom_id ?? [])
  if (ids.some((id) => id.length === 0 || id.length > 100)) return invalid('custom_id: 1 to 100 characters')
  if (new Set(ids).size < ids.length) return invalid('custom_id: cannot be duplicated')
  return null
}

const invalid = (why: string): Fault => ({ code: 50035, message: `Invalid Form Body: ${why}` })
