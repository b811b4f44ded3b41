import type { PostId } from '../../src/chat.ts'

/** The messages that a reply takes up, by their time stamps in order; or one that only its reader sees and nobody can edit. */
export type Post = { readonly parts: readonly string[] } | { readonly onlyFor: string }

/** Action of the feedback buttons, and the command that they come back as. */
export const FEEDBACK = 'feedback'

const PRIVATE = 'private:'
/** Block ids have 255 characters. */
const MOST_NAMED = 12

export const encodePost = (post: Post): PostId =>
  'onlyFor' in post ? `${PRIVATE}${post.onlyFor}` : post.parts.join(',')

export function decodePost(id: PostId): Post {
  if (id.startsWith(PRIVATE)) return { onlyFor: id.slice(PRIVATE.length) }
  return { parts: id.split(',').filter((ts) => ts !== '') }
}

/** `kind` or an id made from it, and the messages before the one that the block is in: a pressed button knows its whole post. */
export const blockId = (kind: string, earlier: readonly string[]) =>
  `${kind.split(':')[0]}:${earlier.slice(0, MOST_NAMED).join(',')}`

/** The post that a button in this block of this message belongs to. */
export function pressedPost(block: string, ts: string): PostId {
  const { 1: earlier = '' } = block.split(':')
  const parts = earlier.split(',').filter((part) => /^\d+\.\d+$/.test(part))
  return encodePost({ parts: [...parts, ts] })
}
