import type { Properties } from '../graph/entities.ts'

/**
 * Short digest of an entity's properties, whatever their order; null counts as absent, as in the database. 53 bits (cyrb53,
 * public domain, https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js): it only has to tell one
 * version of an entity from the next one, and tens of thousands are digested at each sync.
 */
export function digestProps(props: Properties): string {
  let text = ''
  for (const name of Object.keys(props).sort()) {
    const value = props[name]
    if (value === null || value === undefined) continue
    text += `${name}\u0001${typeof value === 'object' ? JSON.stringify(value) : value}\u0002`
  }
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}
