/** Work of one conversation is done in the order it came in, one piece at a time; conversations do not wait for each other. */
export function createOneAtATime(): (conversation: string, work: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<void>>()
  return (conversation, work) => {
    const previous = last.get(conversation) ?? Promise.resolve()
    // Work that failed has told its own caller; the next is done all the same.
    const current = previous.catch(() => {}).then(work)
    last.set(conversation, current)
    const forget = () => {
      if (last.get(conversation) === current) last.delete(conversation)
    }
    current.then(forget, forget)
    return current
  }
}
