import { LIMITS } from './limits.ts'

/** A command that was typed or a button that was pressed: by its token it is answered, by this process or by the next one. */
export interface InteractionRef {
  readonly kind: 'command' | 'button'
  readonly id: string
  readonly token: string
}

/** The id of the incoming message that an interaction becomes. */
export const encodeInteraction = ({ kind, id, token }: InteractionRef): string => `${kind}:${id}:${token}`

/** Null for a message that is no interaction. */
export function decodeInteraction(messageId: string): InteractionRef | null {
  const match = /^(command|button):(\d+):(\S+)$/.exec(messageId)
  if (!match) return null
  const [, kind, id = '', token = ''] = match
  return { kind: kind === 'button' ? 'button' : 'command', id, token }
}

const DISCORD_EPOCH_MS = 1_420_070_400_000

/** Every id of Discord tells when it was made; milliseconds since 1970. */
export const timeOf = (id: string): number => Number(BigInt(id) >> 22n) + DISCORD_EPOCH_MS

export const isAnswerable = ({ id }: Pick<InteractionRef, 'id'>): boolean =>
  Date.now() - timeOf(id) < LIMITS.interactionMs
