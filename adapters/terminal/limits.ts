/** What a terminal can show and how fast people type. */
export const LIMITS = {
  /** Used where the stream does not know its width; answers are never wider than this, however wide the window is. */
  columns: 80,
  minColumns: 40,
  /** Lines that arrive this close together were pasted and are one message. */
  pasteMs: 30,
} as const
