/** Tokens of GitHub, Slack, Groq and Discord, and passwords in addresses, wherever they stand in a text. */
const SECRETS =
  /\b(?:gh[pousr]_\w{16,}|github_pat_\w{16,}|xox[a-z]-[\w-]{8,}|xapp-[\w-]{8,}|gsk_\w{16,}|[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,38})|(?<=:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g

/** Replaces secrets by `[redacted]` in text that leaves the process: logs, error messages. */
export const redact = (text: string) => text.replace(SECRETS, '[redacted]')
