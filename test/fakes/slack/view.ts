/** What a person reads on the screen, as plain text; and who would have been called by it. */
import type { FakeBlock, FakeView } from './blocks.ts'
import { BOT_USER, type FakeMessage, type FakeWorld } from './world.ts'

const MARKS: Readonly<Record<string, string>> = { pending: '○', in_progress: '…', complete: '✓', error: '✗' }

export function showMessage(message: FakeMessage, world: FakeWorld): string {
  const who = message.user === BOT_USER ? 'RepoBrain' : (world.people.get(message.user)?.name ?? message.user)
  const parts = [
    message.onlyFor === null ? '' : '(only visible to you)',
    ...[...message.tasks.values()].map((task) => `${MARKS[task.status]} ${task.title}`),
    message.streamed === '' ? '' : readMarkdown(message.streamed),
    ...(message.blocks.length > 0 ? message.blocks.map(showBlock) : [readMrkdwn(message.text)]),
    message.picture === null ? '' : `[picture: ${message.picture}]`,
  ]
  return `${who}:\n${parts.filter((part) => part !== '').join('\n')}`
}

export const showView = (view: FakeView): string => view.blocks.map(showBlock).join('\n')

function showBlock(block: FakeBlock): string {
  switch (block.type) {
    case 'markdown':
      return readMarkdown(block.text)
    case 'section':
      return readMrkdwn(block.text.text)
    case 'context':
      return block.elements.map((element) => readMrkdwn(element.text)).join(' ')
    case 'actions':
      return block.elements.map((element) => `[${element.text.text}]`).join(' ')
    case 'context_actions':
      return block.elements
        .map(({ positive_button, negative_button }) => `[${positive_button.text.text}] [${negative_button.text.text}]`)
        .join(' ')
    case 'input':
      return `${block.label.text}: ____`
    case 'divider':
      return '———'
  }
}

const CODE = /(^|\n)([ >]*)(`{3,}|~{3,})[\s\S]*?(?:\n[ >]*\3|$)|(`+)[\s\S]*?\4/g

/** Outside of code entities are decoded, bold text and headings have no marks, links show where they lead. */
export const readMarkdown = (text: string) =>
  outsideCode(text, (prose) =>
    decode(
      prose
        .replace(/\*\*([^*\n]+)\*\*/g, '$1')
        .replace(/^#{1,6} /gm, '')
        .replace(/\[([^\]\n]+)\]\((https?:[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)/g, '$1 ($2)'),
    ),
  )

function readMrkdwn(text: string): string {
  const linked = text.replace(/<(https?:[^|>]+)\|([^>]*)>/g, '$2 ($1)').replace(/<(https?:[^|>]+)>/g, '$1')
  return decode(linked.replace(/(?<!\S)\*([^*\n]+)\*(?!\S)/g, '$1'))
}

/** Everything in a message of the bot that Slack would turn into a notification; words alone call nobody from within code. */
export function pingsIn(message: FakeMessage): string[] {
  const texts = [message.text, message.streamed, ...message.blocks.flatMap(textsOf)]
  return texts.flatMap((text) => [
    ...(text.match(/<!(?:channel|here|everyone|subteam)[^>]*>|<@[UW][^>]*>/g) ?? []),
    ...(outsideCode(
      text,
      (prose) => prose,
      () => '',
    ).match(/(?<!\S)@(?:channel|here|everyone)\b/g) ?? []),
  ])
}

function textsOf(block: FakeBlock): string[] {
  if (block.type === 'markdown') return [block.text]
  if (block.type === 'section') return [block.text.text]
  return block.type === 'context' ? block.elements.map((element) => element.text) : []
}

function outsideCode(
  text: string,
  change: (prose: string) => string,
  changeCode: (code: string) => string = (code) => code,
): string {
  let [out, at] = ['', 0]
  for (const match of text.matchAll(CODE)) {
    out += change(text.slice(at, match.index)) + changeCode(match[0])
    at = match.index + match[0].length
  }
  return out + change(text.slice(at))
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }
const decode = (text: string) => text.replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity)
