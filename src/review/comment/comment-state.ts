/**
 * What a comment remembers of earlier pushes, hidden in itself: the comment is all that a run on another machine has. It is read
 * only from comments of our own author, and parsed even so, because whoever may write to the repository may edit it.
 */
import { z } from 'zod'

/** First line of every comment of ours; how it is found again. It never changes. */
export const MARKER = '<!-- repobrain:review -->'

const FINDING_STATUSES = ['open', 'solved', 'dismissed'] as const

const carriedFinding = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  title: z.string().max(400),
  /** `path:line` as it was when last seen. */
  place: z.string().max(400).nullable(),
  status: z.enum(FINDING_STATUSES),
  /** Head that solved it. */
  solved_by: z.string().nullable(),
})
export type CarriedFinding = z.infer<typeof carriedFinding>

const commentState = z.object({
  version: z.literal(1),
  status: z.enum(['reviewing', 'done']),
  head: z.string(),
  /** Who writes: of two runs on the same head, the one that began later. */
  run: z.object({ id: z.string(), began: z.string() }),
  findings: z.array(carriedFinding),
})
export type CommentState = z.infer<typeof commentState>

const STATE = /^<!-- repobrain:state (\{.*\}) -->$/m
const BOX = /^- \[( |x|X)\] .*<!-- repobrain:dismiss ([\w-]{1,64}) -->$/gm
/** Oldest dismissals are forgotten first. */
const MOST_FINDINGS = 60

export function writeState(state: CommentState): string {
  const findings = state.findings.slice(0, MOST_FINDINGS)
  // Nothing inside can end the HTML comment, or ping anyone should it ever be shown.
  const json = JSON.stringify({ ...state, findings }).replace(
    /[<>&@`-]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<!-- repobrain:state ${json} -->`
}

/** The box that a person with write access ticks to dismiss a finding. */
export const dismissBox = ({ id, status }: CarriedFinding, label: string) =>
  `- [${status === 'dismissed' ? 'x' : ' '}] ${label} <!-- repobrain:dismiss ${id} -->`

/** What a comment remembers, with the boxes that people ticked or unticked since; null for one that tells nothing readable. */
export function readState(body: string): CommentState | null {
  const text = body.replaceAll('\r\n', '\n')
  const state = commentState.safeParse(parseJson(STATE.exec(text)?.[1]))
  if (!state.success) return null
  const ticked = new Map(Array.from(text.matchAll(BOX), ([, tick, id]) => [id ?? '', tick !== ' ']))
  const findings = state.data.findings.map((finding): CarriedFinding => {
    const isTicked = ticked.get(finding.id)
    if (isTicked === true) return { ...finding, status: 'dismissed', solved_by: null }
    return isTicked === false && finding.status === 'dismissed' ? { ...finding, status: 'open' } : finding
  })
  return { ...state.data, findings }
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}
