import type { IncomingMessage } from '../src/chat.ts'

/** The private channel or direct message that is spoken in, for memories that stay in it; null where everybody may read. */
export const privateTo = ({ isPrivate, channel }: Pick<IncomingMessage, 'isPrivate' | 'channel'>): string | null =>
  isPrivate ? channel : null
