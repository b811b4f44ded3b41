/** The form behind the shortcut on a message: what would you like to know about it? */
import type { ModalView } from '@slack/types'
import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { escapeText } from './markup.ts'

/** Callback id of the shortcut and of its form. */
export const ASK_ABOUT = 'ask_about'

const kept = z.object({ channel: z.string(), thread: z.string(), about: z.string() })
type Kept = z.infer<typeof kept>
const state = z.object({
  values: z.object({ question: z.object({ text: z.object({ value: z.string().nullish() }) }) }),
})

const PREVIEW_CHARACTERS = 300
const OPEN_QUESTION = 'What should one know about this?'

export function askForm({ channel, thread, about }: Kept): ModalView {
  // Escapes and other alphabets make JSON longer than the text.
  let shown = about.slice(0, LIMITS.aboutCharacters)
  while (JSON.stringify({ channel, thread, about: shown }).length > LIMITS.formCharacters) shown = shown.slice(0, -100)
  const preview = `${[...about].slice(0, PREVIEW_CHARACTERS).join('')}${about.length > PREVIEW_CHARACTERS ? ' …' : ''}`
  return {
    type: 'modal',
    callback_id: ASK_ABOUT,
    private_metadata: JSON.stringify({ channel, thread, about: shown } satisfies Kept),
    title: { type: 'plain_text', text: 'Ask RepoBrain' },
    submit: { type: 'plain_text', text: 'Ask' },
    blocks: [
      ...(preview.trim() === ''
        ? []
        : [
            {
              type: 'section' as const,
              text: { type: 'mrkdwn' as const, text: escapeText(preview).replace(/^/gm, '> ') },
            },
          ]),
      {
        type: 'input',
        block_id: 'question',
        label: { type: 'plain_text', text: 'What would you like to know about it?' },
        element: {
          type: 'plain_text_input',
          action_id: 'text',
          multiline: true,
          max_length: LIMITS.questionCharacters,
          focus_on_load: true,
        },
      },
    ],
  }
}

/** Null when it is not one of ours. */
export function readAskForm(view: {
  private_metadata: string
  state: unknown
}): (Kept & { readonly question: string }) | null {
  const about = kept.safeParse(parseJson(view.private_metadata))
  const filled = state.safeParse(view.state)
  if (!about.success || !filled.success) return null
  return { ...about.data, question: filled.data.values.question.text.value?.trim() || OPEN_QUESTION }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
