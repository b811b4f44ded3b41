/** Discord's limits: https://docs.discord.com/developers/resources/message */
export const LIMITS = {
  content: 2_000,
  embedDescription: 4_096,
  buttonsInRow: 5,
  rows: 5,
  buttonLabel: 80,
  customId: 100,
  nonce: 25,
  altText: 1_024,
  threadName: 100,
  suggestions: 25,
  suggestionText: 100,
  /** The token of an interaction is good for 15 minutes; a little less, because an answer takes time, too. */
  interactionMs: 14.5 * 60_000,
  /** Threads that nobody writes in are archived; writing there opens them again. */
  autoArchiveMinutes: 1_440,
} as const
