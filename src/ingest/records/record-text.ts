/** GitHub allows 65,536 characters; what explains a change stands in the first of them, and logs follow. */
const LONGEST_BODY = 16_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: the database cannot hold them, a terminal should not get them
const UNUSABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** A title on one line. */
export const titleText = (text: string) => storable(text).replace(/\s+/g, ' ').trim()

/** A body as it is stored: without the hints of templates, which are comments in Markdown, and not endless. */
export function bodyText(text: string): string {
  const body = storable(text.replace(/\r\n?/g, '\n'))
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return body.length > LONGEST_BODY ? storable(body.slice(0, LONGEST_BODY)) : body
}

/** Half of a surrogate pair cannot be stored either. */
const storable = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd').replace(UNUSABLE, ' ')
