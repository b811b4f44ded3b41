/**
 * What of a model's output people may see. gpt-oss leaks its channel markers into content, other models their thoughts in
 * `<think>`; both arrive in pieces of any size.
 */
export interface VisibleText {
  /** The part that can be shown now. */
  push(piece: string): string
  /** What was held back at the end. */
  end(): string
}

/** Markers with a bar on one side only are leaked as well. */
const MARKER = /<\|(start|end|message|channel|constrain|return|call)\|?>|<(\/?)think(?:ing)?>/
/** What may still become a marker when more arrives. */
const BEGUN = /<(?:\|[a-z]{0,9}\|?|\/?t?h?i?n?k?i?n?g?)?$/
const FINAL = /^\s*final\b/

export function createVisibleText(): VisibleText {
  let pending = ''
  let state: 'shown' | 'hidden' | 'header' = 'shown'
  let header = ''

  const take = (text: string): string => {
    if (state === 'header') header += text
    return state === 'shown' ? text : ''
  }

  const cross = (marker: RegExpExecArray) => {
    const [, name, closing] = marker
    if (name === undefined) state = closing === '/' ? 'shown' : 'hidden'
    else if (name === 'message') state = state !== 'header' || FINAL.test(header) ? 'shown' : 'hidden'
    else if (name === 'start' || name === 'channel') {
      state = 'header'
      header = ''
    } else if (name !== 'constrain') state = 'shown'
  }

  return {
    push: (piece) => {
      pending += piece
      let shown = ''
      for (let marker = MARKER.exec(pending); marker; marker = MARKER.exec(pending)) {
        shown += take(pending.slice(0, marker.index))
        pending = pending.slice(marker.index + marker[0].length)
        cross(marker)
      }
      const held = BEGUN.exec(pending)?.index ?? pending.length
      shown += take(pending.slice(0, held))
      pending = pending.slice(held)
      return shown
    },
    end: () => {
      const rest = pending.startsWith('<|') ? '' : take(pending)
      pending = ''
      return rest
    },
  }
}

/** `find<|channel|>commentary` and `functions.find` are `find`. */
export const plainToolName = (name: string) => (name.split('<|')[0] ?? '').trim().replace(/^functions\./, '')
