/** What Slack refuses, from its reference (docs.slack.dev), written down apart from the adapter so that neither hides the other's mistakes. */
export const SLACK = {
  blocksPerMessage: 50,
  blocksPerView: 100,
  /** All `markdown` blocks of a message together. */
  markdownCharacters: 12_000,
  /** All text of all blocks; beyond it chat.postMessage answers `msg_blocks_too_long`. */
  blockCharacters: 13_200,
  sectionCharacters: 3_000,
  contextElements: 10,
  contextCharacters: 3_000,
  actionsElements: 25,
  buttonText: 75,
  buttonValue: 2_000,
  actionId: 255,
  blockId: 255,
  altText: 2_000,
  /** Bytes of `text` in chat.update. */
  updateTextBytes: 4_000,
  postText: 40_000,
  prompts: 4,
  responseUrlUses: 5,
  responseUrlMs: 30 * 60_000,
} as const
