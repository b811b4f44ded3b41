/** What Slack takes, from its reference (docs.slack.dev) unless said otherwise; a little below where an excess would lose a message. */
export const LIMITS = {
  /** All `markdown` blocks of one message together. */
  markdownCharacters: 12_000,
  /** Text of all blocks of one message: `msg_blocks_too_long` was seen from about 13,200 on. */
  messageCharacters: 13_000,
  blocks: 50,
  /** A `mrkdwn` text of a section or context block: 3,000. */
  mrkdwnCharacters: 2_900,
  buttons: 25,
  buttonCharacters: 75,
  viewBlocks: 100,
  /** What a notification shows of a message. */
  previewCharacters: 200,
  stepCharacters: 200,
  /** Private metadata of a form. */
  formCharacters: 3_000,
  aboutCharacters: 2_500,
  questionCharacters: 3_000,
  prompts: 4,
  altCharacters: 1_000,
  responseUrlUses: 5,
  responseUrlMs: 30 * 60_000,
} as const
