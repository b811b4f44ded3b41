/** Verbs that people say to the bot in a message, without a slash. What could be a question is none. */

const REPOSITORY = /^(?:https:\/\/github\.com\/)?[\w.-]+\/[\w.-]+\/?$/
const PULL_REQUEST = /^(?:#?\d+|https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/pull\/\d+)$/

/** What must follow a verb for it to be one. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  help: /^$/,
  status: /^$/,
  facts: /^(?:stale)?$/,
  ingest: REPOSITORY,
  use: REPOSITORY,
  review: PULL_REQUEST,
  who: /^`?[\w./:-]+`?$/,
  forget: /^[0-9a-f]{6,}$/,
  retire: /^[0-9a-f]{6,}$/,
  'still-true': /^[0-9a-f]{6,}$/,
  'ask-again': /^[0-9a-f]{6,}$/,
  digest: /^(?:off|now|me (?:on|off)\b.*|\d{1,2}(?:[:.h]\d{2}\b| ?[ap]m\b).*)$/i,
}

const REMEMBER =
  /^\s*(?:please\s+)?(?:remember(?:\s+that\b|\s*[:,])|记住\s*[:：,，]?|请记住\s*[:：,，]?)\s*(\S[\s\S]*)$/i

export interface SaidVerb {
  readonly name: string
  readonly text: string
}

/** Null for a message that is a question. */
export function readVerb(text: string): SaidVerb | null {
  const fact = REMEMBER.exec(text)?.[1]
  if (fact !== undefined) return { name: 'remember', text: fact }
  const [, said = '', rest = ''] = /^\s*\/?([a-z-]+)[ \t]*([^\n]*?)\s*$/i.exec(text) ?? []
  const name = said.toLowerCase()
  if (!Object.hasOwn(SHAPES, name) || !SHAPES[name]?.test(rest)) return null
  return { name, text: rest.replace(/^`|`$/g, '') }
}
