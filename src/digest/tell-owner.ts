import { type ChatPlatform, textReply } from '../chat.ts'
import { NotAllowedError, UserError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { DigestEntry, DigestSettings } from '../settings/digest-settings.ts'

interface About {
  readonly platform: ChatPlatform
  readonly workspace: string
  readonly entry: DigestEntry
  readonly settings: Pick<DigestSettings, 'note'>
  readonly logger: Pick<Logger, 'warn'>
}

/** Tells whoever set a digest, alone and once, why it does not come. Never rejects: at worst the log tells. */
export async function tellOwner(about: About, notice: string, error: Error): Promise<void> {
  const { platform, workspace, entry, settings, logger } = about
  try {
    if (!(await settings.note(entry.id, notice))) return
    logger.warn({ err: error, workspace, digest: entry.id }, 'a digest cannot be posted')
    const conversation = await platform.direct?.(workspace, entry.set_by)
    if (conversation !== undefined) await platform.post(conversation, textReply(wordNotice(entry, error)))
  } catch (failed) {
    logger.warn({ err: failed, workspace, digest: entry.id }, 'nobody could be told that a digest cannot be posted')
  }
}

function wordNotice({ id, person, time, zone }: DigestEntry, error: Error): string {
  const which = `${person === null ? `The digest that you set for ${id}` : 'Your digest'} (${time} ${zone})`
  if (error instanceof NotAllowedError || error instanceof UserError) {
    return `${which} could not be posted: ${error.message}\n${error.remedy}\nIt is tried again every day; this is said once.`
  }
  return `${which} is off: ${error.message}.\nSet it again in a channel that is there: \`digest ${time} ${zone}\``
}
