const WINDOW = 600
/** The longest piece that is looked for; it then stands there at least four times. */
const LONGEST_PERIOD = 150

/** Whether the end of a text says the same thing over and over, as models do when they cannot stop. */
export function isRepeating(text: string): boolean {
  if (text.length < WINDOW) return false
  const tail = text.slice(-WINDOW)
  return WINDOW - longestBorder(tail) <= LONGEST_PERIOD
}

/** Length of the longest proper prefix that is a suffix too (the failure function of Knuth, Morris and Pratt). */
function longestBorder(text: string): number {
  const borders = new Uint16Array(text.length)
  for (let at = 1; at < text.length; at += 1) {
    let border = borders[at - 1] ?? 0
    while (border > 0 && text[at] !== text[border]) border = borders[border - 1] ?? 0
    borders[at] = text[at] === text[border] ? border + 1 : 0
  }
  return borders.at(-1) ?? 0
}
