/** A chat platform in memory: who wrote what where, and what it refuses. */
import { setImmediate as soon } from 'node:timers/promises'
import type { ChatPlatform, Reply } from '../../src/chat.ts'
import { UpstreamError } from '../../src/errors.ts'

interface BoardPost {
  readonly id: string
  readonly conversation: string
  readonly reply: Reply
}

export interface Board {
  readonly platform: ChatPlatform
  /** In the order of posting, each as it was edited last. */
  posts(conversation?: string): BoardPost[]
  /** Texts of the posts of one conversation. */
  texts(conversation: string): string[]
  /** Called before a post is seen, and after; what it throws, the platform throws. */
  onPost(hook: (conversation: string, stage: 'before' | 'after') => void): void
  remove(id: string): void
}

export function createBoard(name = 'board'): Board {
  const posts: BoardPost[] = []
  const byKey = new Map<string, string>()
  let hook: (conversation: string, stage: 'before' | 'after') => void = () => {}
  const posted = (conversation: string, id: string) => ({
    id,
    update: async (reply: Reply) => {
      const at = posts.findIndex((post) => post.id === id)
      if (at === -1) throw new UpstreamError(name, `${id} was deleted`)
      posts[at] = { id, conversation, reply }
    },
  })
  return {
    posts: (conversation) => posts.filter((post) => conversation === undefined || post.conversation === conversation),
    texts: (conversation) => posts.filter((post) => post.conversation === conversation).map(({ reply }) => reply.text),
    onPost: (next) => {
      hook = next
    },
    remove: (id) => {
      const at = posts.findIndex((post) => post.id === id)
      if (at !== -1) posts.splice(at, 1)
    },
    platform: {
      name,
      start: async () => {},
      stop: async () => {},
      channel: (_, channel) => channel,
      direct: async (_, person) => `direct to ${person}`,
      posted,
      post: async (conversation, reply, how) => {
        await soon()
        hook(conversation, 'before')
        const known = how?.key === undefined ? undefined : byKey.get(how.key)
        const id = known ?? `post-${posts.length + 1}`
        if (known === undefined) posts.push({ id, conversation, reply })
        if (how?.key !== undefined) byKey.set(how.key, id)
        hook(conversation, 'after')
        return posted(conversation, id)
      },
    },
  }
}
