import { MARKER } from './comment-state.ts'
import { inlineCode } from './escape-text.ts'

const LINE = /\n\n<!-- repobrain:reviewing -->[^\n]*/

/** Says in a comment that is there already that a newer head is being looked at. */
export const addProgress = (body: string, head: string) =>
  removeProgress(body).replace(
    MARKER,
    `${MARKER}\n\n<!-- repobrain:reviewing -->⏳ Looking at ${inlineCode(head.slice(0, 7))} …`,
  )

/** Whether the comment says so of this head. */
export const showsProgress = (body: string, head: string) =>
  LINE.exec(body.replaceAll('\r\n', '\n'))?.[0].includes(inlineCode(head.slice(0, 7))) ?? false

/** The comment as it was, after whatever run left it, finished or killed. */
export const removeProgress = (body: string) => body.replaceAll('\r\n', '\n').replace(LINE, '')
