/** The blocks that the adapter uses, as strict as Slack is about them. */
import type { HomeView, ModalView } from '@slack/types'
import { z } from 'zod'
import { SLACK } from './limits.ts'

const plain = (most: number) =>
  z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(most),
    emoji: z.boolean().exactOptional(),
  })
const mrkdwn = (most: number) =>
  z.strictObject({
    type: z.literal('mrkdwn'),
    text: z.string().min(1).max(most),
    verbatim: z.boolean().exactOptional(),
  })
const actionId = z.string().min(1).max(SLACK.actionId)
const blockId = z.string().max(SLACK.blockId).exactOptional()

const button = z.strictObject({
  type: z.literal('button'),
  action_id: actionId,
  text: plain(SLACK.buttonText),
  value: z.string().max(SLACK.buttonValue).exactOptional(),
  style: z.enum(['primary', 'danger']).exactOptional(),
})
const feedbackButton = z.strictObject({
  text: plain(SLACK.buttonText),
  value: z.string().min(1).max(SLACK.buttonValue),
  accessibility_label: z.string().max(75).exactOptional(),
})

const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown'), text: z.string().min(1).max(SLACK.markdownCharacters) }),
  z.strictObject({
    type: z.literal('section'),
    block_id: blockId,
    text: mrkdwn(SLACK.sectionCharacters),
    expand: z.boolean().exactOptional(),
  }),
  z.strictObject({ type: z.literal('divider') }),
  z.strictObject({
    type: z.literal('context'),
    elements: z.array(mrkdwn(SLACK.contextCharacters)).min(1).max(SLACK.contextElements),
  }),
  z.strictObject({
    type: z.literal('actions'),
    block_id: blockId,
    elements: z.array(button).min(1).max(SLACK.actionsElements),
  }),
  z.strictObject({
    type: z.literal('context_actions'),
    block_id: blockId,
    elements: z
      .array(
        z.strictObject({
          type: z.literal('feedback_buttons'),
          action_id: actionId,
          positive_button: feedbackButton,
          negative_button: feedbackButton,
        }),
      )
      .min(1)
      .max(5),
  }),
  z.strictObject({
    type: z.literal('input'),
    block_id: z.string().min(1).max(SLACK.blockId),
    label: plain(2_000),
    element: z.strictObject({
      type: z.literal('plain_text_input'),
      action_id: actionId,
      multiline: z.boolean().exactOptional(),
      max_length: z.number().max(3_000).exactOptional(),
      focus_on_load: z.boolean().exactOptional(),
    }),
  }),
])

export type FakeBlock = z.infer<typeof block>
export const blocksSchema = z
  .array(block)
  .min(1)
  .max(SLACK.blocksPerMessage)
  .refine(idsAreUnique, 'block_id and action_id are unique')
  .refine((blocks) => blocks.every((one) => one.type !== 'input'), 'a message has no input')

/** Markdown blocks exist in messages only. */
const viewBlocks = z
  .array(block)
  .max(SLACK.blocksPerView)
  .refine(idsAreUnique, 'block_id and action_id are unique')
  .refine((blocks) => blocks.every((one) => one.type !== 'markdown' && one.type !== 'context_actions'), 'not in views')

const home = z.strictObject({ type: z.literal('home'), blocks: viewBlocks }) satisfies z.ZodType<HomeView>
const modal = z.strictObject({
  type: z.literal('modal'),
  callback_id: z.string().min(1).max(255),
  title: plain(24),
  submit: plain(24).exactOptional(),
  close: plain(24).exactOptional(),
  private_metadata: z.string().max(3_000).exactOptional(),
  blocks: viewBlocks,
}) satisfies z.ZodType<ModalView>
export const viewSchema = z.discriminatedUnion('type', [home, modal])
export type FakeView = z.infer<typeof viewSchema>

function idsAreUnique(blocks: readonly FakeBlock[]): boolean {
  const ids = blocks.flatMap((one) => ('block_id' in one && one.block_id ? [one.block_id] : []))
  const actions = blocks.map((one) => (one.type === 'actions' ? one.elements.map((element) => element.action_id) : []))
  return isSet(ids) && actions.every(isSet)
}

const isSet = (values: readonly string[]) => new Set(values).size === values.length

/** Text of all blocks together, as `msg_blocks_too_long` counts it. */
export function charactersOf(blocks: readonly FakeBlock[]): number {
  return blocks.reduce((sum, one) => {
    if (one.type === 'markdown') return sum + one.text.length
    if (one.type === 'section') return sum + one.text.text.length
    if (one.type === 'context') return sum + one.elements.reduce((all, element) => all + element.text.length, 0)
    if (one.type === 'actions') return sum + one.elements.reduce((all, element) => all + element.text.text.length, 0)
    return sum
  }, 0)
}

export const markdownOf = (blocks: readonly FakeBlock[]) =>
  blocks.reduce((sum, one) => sum + (one.type === 'markdown' ? one.text.length : 0), 0)
