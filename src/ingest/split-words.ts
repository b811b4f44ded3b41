/**
 * The words inside names, for full-text search, which would index `full_dispatch_request` and `fullDispatchRequest` as one
 * word each: `full dispatch request`. Lower case, each word once, in order.
 */
export function splitWords(...names: readonly string[]): string {
  const [name = ''] = names
  // Most names: nothing but lower case, of which every ingest splits tens of thousands.
  if (names.length === 1 && /^[a-z0-9_./]+$/.test(name)) {
    return [...new Set(name.split(/[_./]+/).filter((word) => word !== ''))].join(' ')
  }
  const words = names.flatMap((name) =>
    name
      .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  )
  return [...new Set(words.filter((word) => word !== ''))].join(' ')
}
