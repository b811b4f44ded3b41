import { z } from 'zod'
import type { Tool } from './tool.ts'

/** A conclusion that waits for its episode to be stored. */
export interface Note {
  readonly text: string
  readonly about: string
}

/** Where conclusions are noted while an answer is being made. */
export interface NoteDesk {
  /** Whether this answer has the node as evidence. */
  isEvidence(ref: string): boolean
  /** What in the text points at nothing that this answer has as evidence: `#41`, `@eve`. */
  unsupported(text: string): readonly string[]
  notes(): readonly Note[]
  add(note: Note): void
}

const MOST_NOTES = 3
const LONGEST = 300
const CODE = /^(?:function|class|file):/

const input = z.object({
  text: z.string().min(1).max(LONGEST).describe('One sentence'),
  about: z.string().describe('Key of the function, class or file that it is about, which you have looked at'),
})

export interface RememberedRow {
  readonly outcome: 'noted' | 'refused'
  readonly reason: string | null
}

/**
 * The only tool that writes. It takes what rests on the evidence of this answer and is about code: what strangers wrote about
 * people, or about things that were not looked up, does not become memory.
 */
export const remember = (desk: NoteDesk): Tool<z.infer<typeof input>, RememberedRow> => ({
  name: 'remember',
  description: 'Save a lasting conclusion on code that you have looked at. No guesses.',
  input,
  execute: async ({ text, about }) => {
    const refused = (reason: string): RememberedRow[] => [{ outcome: 'refused', reason }]
    if (!CODE.test(about)) return refused('facts are about a function, class or file')
    if (!desk.isEvidence(about)) return refused('you have not looked at it in this answer')
    const unsupported = desk.unsupported(text)
    if (unsupported.length > 0) return refused(`not in the evidence: ${unsupported.join(', ')}`)
    if (desk.notes().length >= MOST_NOTES) return refused(`${MOST_NOTES} are saved already`)
    desk.add({ text, about })
    return [{ outcome: 'noted', reason: null }]
  },
})
