import { UserError } from '../src/errors.ts'
import { DIGEST_PARTS, type DigestPart } from '../src/settings/digest-settings.ts'

const CHOICE = /(?:^|\s)(only|without|no)\s+([\p{L}\s,&+]+)$/iu

/** `09:00 Berlin only facts`, `… without questions`: what goes in, and the text without it. Everything where nothing is said. */
export function readDigestParts(text: string): { readonly includes: readonly DigestPart[]; readonly rest: string } {
  const found = CHOICE.exec(text)
  if (found === null) return { includes: DIGEST_PARTS, rest: text }
  const [all = '', how = '', list = ''] = found
  const named = list.split(/\s*(?:,|&|\+|\band\b|\bor\b|\s)\s*/i).filter((word) => word !== '')
  const parts = named.map((word) => partCalled(word))
  const includes = DIGEST_PARTS.filter((part) => parts.includes(part) === (how.toLowerCase() === 'only'))
  if (includes.length === 0) throw new UserError('Nothing would be left of it.', 'End it instead: `digest off`.')
  return { includes, rest: text.slice(0, found.index) + text.slice(found.index + all.length) }
}

function partCalled(word: string): DigestPart {
  const found = DIGEST_PARTS.find((part) => part.startsWith(word.toLowerCase().replace(/s$/, '')))
  if (found !== undefined) return found
  throw new UserError(
    `A digest has no “${word}”.`,
    `It has ${DIGEST_PARTS.join(', ')}: \`digest 09:00 Berlin only facts\`.`,
  )
}
