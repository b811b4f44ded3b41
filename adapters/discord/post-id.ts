import type { PostId } from '../../src/chat.ts'

/** A reply on Discord: one message or several, in one channel or thread. */
export interface Post {
  readonly channel: string
  /** In order; `@original` is the one that an interaction began with. */
  readonly messages: readonly string[]
  /** By which messages that only one person sees are changed, for as long as its token is good. */
  readonly interaction: { readonly id: string; readonly token: string } | null
}

export const encodePost = ({ channel, messages, interaction }: Post): PostId =>
  `${channel}/${messages.join(',')}${interaction === null ? '' : `/${interaction.id}:${interaction.token}`}`

/** Throws for what is no id of a post. */
export function decodePost(post: PostId): Post {
  const match = /^(\d+)\/([\d,@a-z]+)(?:\/(\d+):(\S+))?$/.exec(post)
  if (!match) throw new Error(`${post} is no post on Discord.`)
  const [, channel = '', messages = '', id, token] = match
  return {
    channel,
    messages: messages.split(','),
    interaction: id !== undefined && token !== undefined ? { id, token } : null,
  }
}
