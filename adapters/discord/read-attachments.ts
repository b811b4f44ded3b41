import type { Attachment, Message } from 'discord.js'

/** A long paste becomes a file in Discord's clients; more than this is no question any more. */
const MOST_FILES = 3
const MOST_BYTES = 50_000
const TIMEOUT_MS = 5_000
const HOSTS = new Set(['cdn.discordapp.com', 'media.discordapp.net'])

/** Text that is attached to a message, each file in a code block; empty where there is none, or it cannot be had. */
export async function readAttachments(message: Message, apiUrl: string): Promise<string> {
  const files = [...message.attachments.values()].filter(isText).slice(0, MOST_FILES)
  const texts = await Promise.all(files.map((file) => download(file.url, apiUrl).catch(() => '')))
  return texts
    .filter((text) => text.trim() !== '')
    .map((text) => `\`\`\`\n${text.replaceAll('```', "'''").trimEnd()}\n\`\`\``)
    .join('\n\n')
}

const isText = ({ contentType, size }: Attachment) => (contentType ?? '').startsWith('text/') && size <= MOST_BYTES

/** From Discord alone: the address comes with the message. */
async function download(address: string, apiUrl: string): Promise<string> {
  const url = new URL(address)
  if (!HOSTS.has(url.hostname) && url.host !== new URL(apiUrl).host) return ''
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
  return response.ok ? (await response.text()).slice(0, MOST_BYTES) : ''
}
