/** A channel as a person would see it, as text. */
import { type APIButtonComponent, ComponentType } from 'discord-api-types/v10'
import type { Message, Person, World } from './world.ts'

/** `viewer` sees, beside what everyone sees, what is shown to that person alone. */
export function see(world: World, channel: string, viewer: Person | null): string {
  return world
    .messagesIn(channel)
    .filter(({ onlyFor }) => onlyFor === null || onlyFor === viewer?.id)
    .map((message) => seeMessage(world, message))
    .join('\n\n')
}

function seeMessage(world: World, message: Message): string {
  const { author, content, embeds, attachments, onlyFor, thinking } = message
  const thread = world.channels.get(message.id)
  const parts = [
    onlyFor === null || thinking ? '' : '(only visible to you)',
    thinking ? 'is thinking …' : readable(world, content),
    ...embeds.flatMap(({ title, description }) => [title, description]).map((text) => readable(world, text ?? '')),
    ...attachments.map(({ description }) => `[picture: ${description ?? 'nobody says what is to be seen'}]`),
    buttonsOf(message)
      .map(({ label }) => `[${label}]`)
      .join(' '),
    thread ? `(thread: ${thread.name})` : '',
  ]
  return `${author.name}:\n${parts.filter((part) => part.trim() !== '').join('\n')}`
}

/** Buttons of a message in the order shown; `custom_id` is what pressing one sends. */
export function buttonsOf(message: Message): { readonly label: string; readonly customId: string }[] {
  return (message.components ?? []).flatMap((row) =>
    row.type !== ComponentType.ActionRow
      ? []
      : row.components
          .filter((part): part is APIButtonComponent => part.type === ComponentType.Button)
          .map((button) => ({
            label: [('emoji' in button && button.emoji?.name) || '', ('label' in button && button.label) || '']
              .filter((part) => part !== '')
              .join(' '),
            customId: 'custom_id' in button ? button.custom_id : '',
          })),
  )
}

/** Names for ids; links as their label and address; what is escaped as it looks. */
const readable = (world: World, text: string) =>
  text
    .replace(/<@!?(\d+)>/g, (token, id: string) => {
      const person = world.people.get(id)
      return person ? `@${person.name}` : token
    })
    .replace(/\[((?:\\.|[^\]\\])*)\]\(<(\S+)>\)/g, '$1 ($2)')
    .replace(/\\([\\`*_~|[\]])/g, '$1')
