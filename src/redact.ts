/** Tokens that are told by their form: those of GitHub, Slack, Groq and Discord first, since they are ours. */
const FORMS = [
  /gh[pousr]_\w{16,}/,
  /github_pat_\w{16,}/,
  /xox[a-z]-[\w-]{8,}/,
  /xapp-[\w-]{8,}/,
  /gsk_\w{16,}/,
  /[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,38}/,
  // An interaction of Discord: `interaction:` in base64.
  /aW50ZXJhY3Rpb246[\w=-]+/,
  // GitLab, npm, PyPI, OpenAI and Anthropic, Stripe, Google, AWS, and any JSON web token.
  /glpat-[\w-]{20,}/,
  /npm_\w{36,}/,
  /pypi-[\w-]{32,}/,
  /sk-(?=[\w-]*\d)[\w-]{20,}/,
  /[sr]k_live_\w{16,}/,
  /AIza[\w-]{35}/,
  /A(?:KIA|SIA)[A-Z0-9]{16}/,
  /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/,
].map(({ source }) => source)

/** The same, passwords in addresses, and private keys, wherever they stand in a text. */
const SECRETS = new RegExp(
  [
    `\\b(?:${FORMS.join('|')})`,
    String.raw`(?<=:\/\/[^\s/:@]*:)[^\s/@]+(?=@)`,
    String.raw`-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)`,
  ].join('|'),
  'g',
)

/** Replaces secrets by `[redacted]` in text that leaves the process: logs, error messages. */
export const redact = (text: string) => text.replace(SECRETS, '[redacted]')
