/** Python tracebacks, as people paste them: whole, cut, indented by a chat client, with carets. */

export interface Frame {
  readonly path: string
  readonly line: number
  /** `<module>` for module-level code, null when the line was cut. */
  readonly function: string | null
}

const FRAME = /^[\s>|]*File "([^"\n]+)", line (\d+)(?:, in ([^\s]+))?/gm
/** pytest's short form: `src/app.py:12: in handler`. */
const SHORT_FRAME = /^[\s>|E]*([\w./\\-]+\.\w+):(\d+): in ([^\s]+)/gm

/** Frames, outermost first as Python prints them. */
export function findFrames(text: string): Frame[] {
  return [...text.matchAll(FRAME), ...text.matchAll(SHORT_FRAME)].map((match) => ({
    path: (match[1] ?? '').replaceAll('\\', '/'),
    line: Number(match[2]),
    function: match[3] ?? null,
  }))
}
